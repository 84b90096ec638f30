"""Stops recursive loops of functions over SQS and Invoke, as Lambda does.

Lambda counts in the trace header how often each function was invoked in one chain of requests, and stops the invocation
after the sixteenth of a function that is not allowed to loop. The pinned release counts direct invocations alone, by a
header that the SDK of the functions does not send, and nothing over queues. This module replaces five names of it: what a
function finds in _X_AMZN_TRACE_ID, the handler of SQS requests and the system attributes of a message, what a mapping
receives, and Invoke.

A stopped batch of SQS fails until its messages reach the dead-letter queue. Here a message is moved at once.
"""

import contextvars
import json
import re
import time
import zlib

import concurrent_mappings
from ministack.services import lambda_svc, sqs

HEADER = "x-amzn-trace-id"

# Of the invocation that this thread or task starts: how often each function was invoked, by the hash of its name.
lineage_of_invocation = contextvars.ContextVar("lineage_of_invocation", default=None)
# Of the SQS request that this task serves.
header_of_request = contextvars.ContextVar("header_of_request", default=None)

trace_header = lambda_svc._xray_trace_id_for_invocation
serve_sqs = sqs.handle_request
system_attributes = sqs._build_send_sys_attrs
receive_messages = sqs._receive_messages_for_esm
invoke = lambda_svc._invoke


def hash_of(function_name):
    return format(zlib.crc32(function_name.encode()), "08x")


def lineage_in(header):
    """The counts in `Root=…;Lineage=a87bd80c:1|68fd508a:5`, the form that the X-Ray Developer Guide shows."""
    found = re.search(r"Lineage=([0-9a-f:|]+)", header or "")
    pairs = (part.split(":") for part in found.group(1).split("|")) if found else ()
    return {function: int(count) for function, count in pairs}


def merged(lineages):
    """The lineage of a batch: the highest count of each function."""
    counts = {}
    for lineage in lineages:
        for function, count in lineage.items():
            counts[function] = max(counts.get(function, 0), count)
    return counts


def counted(lineage, function_name):
    function = hash_of(function_name)
    return {**lineage, function: lineage.get(function, 0) + 1}


def stopped(function_name, lineage):
    """The error with which Lambda would stop this invocation, or None. The pinned release adds the metric and a log line."""
    function = lambda_svc._functions.get(function_name)
    depth = lineage[hash_of(function_name)]
    return None if function is None else lambda_svc._recursive_loop_drop(function_name, function, depth)


def xray_trace_id_for_invocation(config, inbound_trace_header=None):
    header = trace_header({"TracingConfig": {"Mode": "Active"}}, inbound_trace_header)
    # Not of a function that API Gateway, a stream, a rule or a trigger invokes: there a chain begins.
    lineage = lineage_of_invocation.get() or counted({}, config.get("FunctionName", ""))
    counts = "|".join(f"{function}:{count}" for function, count in lineage.items())
    return f"{header};Lineage={counts}"


async def handle_sqs_request(method, path, headers, body, query_params):
    token = header_of_request.set(headers.get(HEADER))
    try:
        return await serve_sqs(method, path, headers, body, query_params)
    finally:
        header_of_request.reset(token)


def build_send_sys_attrs(now, given):
    """SQS keeps the trace header of the request with each message."""
    attributes = system_attributes(now, given)
    header = header_of_request.get()
    if header is not None:
        attributes.setdefault("AWSTraceHeader", header)
    return attributes


def receive_messages_for_mapping(queue_url, max_number):
    """What the mapping of this thread receives, without the messages with which Lambda would stop its function."""
    function_name = concurrent_mappings.own_mapping()[0][2]["FunctionName"]
    received = []
    for message in receive_messages(queue_url, max_number):
        lineage = counted(lineage_in(message["sys"].get("AWSTraceHeader")), function_name)
        if stopped(function_name, lineage):
            move_to_dead_letters(queue_url, message)
        else:
            received.append((message, lineage))
    lineage_of_invocation.set(merged(lineage for _, lineage in received) or None)
    return [message for message, _ in received]


def move_to_dead_letters(queue_url, message):
    with sqs._queues_lock:
        queue = sqs._get_q(queue_url)
        policy = json.loads(queue["attributes"].get("RedrivePolicy") or "{}")
        if policy:
            message["receive_count"] = int(policy["maxReceiveCount"])
            message["visible_at"] = time.time()
            sqs._dlq_sweep(queue)


async def invoke_counted(name, event, headers, path_qualifier=None, query_params=None):
    lineage = counted(lineage_in(headers.get(HEADER)), name)
    error = stopped(name, lineage)
    if error:
        return error
    token = lineage_of_invocation.set(lineage)
    try:
        return await invoke(name, event, headers, path_qualifier, query_params)
    finally:
        lineage_of_invocation.reset(token)


def install():
    lambda_svc._xray_trace_id_for_invocation = xray_trace_id_for_invocation
    lambda_svc._invoke = invoke_counted
    sqs.handle_request = handle_sqs_request
    sqs._build_send_sys_attrs = build_send_sys_attrs
    sqs._receive_messages_for_esm = receive_messages_for_mapping

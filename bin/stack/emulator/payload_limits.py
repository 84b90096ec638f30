"""Gives MiniStack the payload limits of API Gateway and Lambda, which the pinned release lacks.

- A request body of more than 10 MB is answered with 413 by the gateway.
- An event of more than 6 MB is refused by Lambda, and answered with 413. A body is a text in the event, in which each
  quote is escaped, or base64.
- A response of more than 6,291,556 bytes of JSON is Lambda's error Function.ResponseSizeTooLarge, and the gateway answers
  500. The log of the emulator has the error.

Lambda documents both limits as 6 MB, and the gateway its own as 10 MB; neither can be raised. This module replaces two
names of the pinned release: the gateway's invocation of a function, and the execution in a warm worker.
"""

import json

from ministack.services import apigateway, lambda_svc

GATEWAY_REQUEST_BYTES = 10 * 1024 * 1024
LAMBDA_REQUEST_BYTES = 6 * 1024 * 1024
# As the error names it: a hundred bytes more than 6 MB.
LAMBDA_RESPONSE_BYTES = 6_291_556

# The largest batch that Lambda makes of messages and records is far smaller, so that only the gateway's events are long.
invoke_from_gateway = apigateway._invoke_lambda_proxy
execute = lambda_svc._execute_function_warm


async def invoke_lambda_proxy(integration, api_id, stage, path, method, headers, body, *given, **named):
    if body and len(body) > GATEWAY_REQUEST_BYTES:
        return 413, {"Content-Type": "application/json"}, message("Request Entity Too Large").encode()
    return await invoke_from_gateway(integration, api_id, stage, path, method, headers, body, *given, **named)


def execute_function_warm(func, event):
    sent = size(event)
    if sent > LAMBDA_REQUEST_BYTES:
        reason = f"{sent} byte payload is too large for the RequestResponse invocation type (limit {LAMBDA_REQUEST_BYTES} bytes)"
        return refused(413, "Request Entity Too Large", "RequestTooLargeException", reason)
    result = execute(func, event)
    if not result.get("error") and size(result.get("body")) > LAMBDA_RESPONSE_BYTES:
        reason = f"Response payload size exceeded maximum allowed payload size ({LAMBDA_RESPONSE_BYTES} bytes)."
        return refused(500, "Internal Server Error", "Function.ResponseSizeTooLarge", reason, result.get("log", ""))
    return result


def size(payload):
    """Bytes of the payload's JSON. A text is JSON already, where a worker has handed it on as it came."""
    if isinstance(payload, bytes):
        return len(payload)
    text = payload if isinstance(payload, str) else json.dumps(payload, ensure_ascii=False, separators=(",", ":"))
    return len(text.encode("utf-8", "surrogatepass"))


def refused(status, words, error_type, reason, log=""):
    """The error of an invocation. What the gateway answers is beside it: the pinned release takes it from there."""
    lambda_svc.logger.error("%s: %s", error_type, reason)
    body = {"errorType": error_type, "errorMessage": reason, "statusCode": status, "body": message(words)}
    return {"error": True, "body": body, "log": "\n".join(filter(None, [log, f"{error_type}: {reason}"]))}


def message(words):
    return json.dumps({"message": words})


def install():
    apigateway._invoke_lambda_proxy = invoke_lambda_proxy
    lambda_svc._execute_function_warm = execute_function_warm

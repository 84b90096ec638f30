"""What a request that should be accepted has to keep, and that the document cannot say."""

import os
from itertools import count

import schemathesis

requests = count(1)

# `updated_after` orders a list by change, and takes none of these beside it.
BY_START = ("starts_after", "starts_before", "member_id")


@schemathesis.hook
def before_call(context, case, kwargs):
    if case.meta is None or not case.meta.generation.mode.is_positive:
        return
    query = case.query or {}
    if "updated_after" in query:
        for name in BY_START:
            query.pop(name, None)
    # A step takes it from an answer, where it may be null: a built-in template is no workspace's.
    if query.get("workspace_id", "") is None:
        query["workspace_id"] = os.environ["FUZZ_WORKSPACE"]
    headers = case.headers or {}
    if "Idempotency-Key" in headers:
        # The same key with another body is refused, and so it should be.
        headers["Idempotency-Key"] = f"fuzz-{next(requests)}"

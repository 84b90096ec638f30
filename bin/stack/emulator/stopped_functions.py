"""Makes MiniStack refuse invocations of a function whose reserved concurrency is 0, as Lambda does.

The pinned release stores reserved concurrency and applies it to functions in containers alone. This module replaces one
name of it, by which every caller runs a function. Limits above 0 are still not applied.
"""

from ministack.services import lambda_svc

execute = lambda_svc._execute_function


def execute_function(function, event):
    if function.get("concurrency") == 0:
        return lambda_svc._throttle_response(
            reason_code="ReservedFunctionConcurrentInvocationLimitExceeded",
            msg="Rate Exceeded.",
        )
    return execute(function, event)


def install():
    lambda_svc._execute_function = execute_function

"""Makes MiniStack pass OPTIONS requests on to the routes of an API without a CORS configuration, as API Gateway does.

The pinned release answers them with 403 itself. This module replaces two names of it: the gateway's handling of a request,
which gets another spelling of the method, and its invocation of a function, whose event has the method as it was sent.
"""

from ministack.services import apigateway

# Unlike the method that is sent, it is matched by routes for any method alone.
SPELLING = "options"


def install():
    handle = apigateway._handle_execute_in_scope
    invoke = apigateway._invoke_lambda_proxy

    async def handle_execute_in_scope(api_id, stage, path, method, *given):
        api = apigateway._apis.get(api_id) or {}
        passed = SPELLING if method == "OPTIONS" and not api.get("corsConfiguration") else method
        return await handle(api_id, stage, path, passed, *given)

    async def invoke_lambda_proxy(integration, api_id, stage, path, method, *given, **named):
        sent = "OPTIONS" if method == SPELLING else method
        return await invoke(integration, api_id, stage, path, sent, *given, **named)

    apigateway._handle_execute_in_scope = handle_execute_in_scope
    apigateway._invoke_lambda_proxy = invoke_lambda_proxy

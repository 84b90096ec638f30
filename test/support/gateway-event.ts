import type { APIGatewayProxyEventV2 } from 'aws-lambda';

interface GatewayRequest {
  readonly method?: string;
  /** With the query, where there is one. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
  readonly isBase64Encoded?: boolean;
  readonly from?: string;
  readonly requestId?: string;
}

/**
 * A request as API Gateway hands it to a function, in payload format 2.0:
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-integrations-lambda.html
 */
export function aGatewayEvent({
  method = 'POST',
  path,
  headers = {},
  body,
  isBase64Encoded = false,
  from = '203.0.113.9',
  requestId = 'request',
}: GatewayRequest): APIGatewayProxyEventV2 {
  const [rawPath = '', rawQueryString = ''] = path.split('?');
  const http = { method, path: rawPath, protocol: 'HTTP/1.1', sourceIp: from, userAgent: 'test' };
  return {
    version: '2.0',
    routeKey: '$default',
    rawPath,
    rawQueryString,
    headers: { ...headers },
    requestContext: {
      accountId: '123456789012',
      apiId: 'api',
      domainName: 'api.example.test',
      domainPrefix: 'api',
      http,
      requestId,
      routeKey: '$default',
      stage: '$default',
      time: '21/Nov/2026:12:00:00 +0000',
      timeEpoch: 0,
    },
    ...(body !== undefined && { body }),
    isBase64Encoded,
  };
}

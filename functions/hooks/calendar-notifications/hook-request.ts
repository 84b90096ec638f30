import type { APIGatewayProxyEventV2 } from 'aws-lambda';

/** A provider's request, without the details of API Gateway. */
export interface HookRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: string;
}

export const hookRequestFrom = (event: APIGatewayProxyEventV2): HookRequest => ({
  method: event.requestContext.http.method,
  path: event.rawPath,
  query: new URLSearchParams(event.rawQueryString),
  headers: Object.fromEntries(Object.entries(event.headers).map(([name, value]) => [name.toLowerCase(), value])),
  body: event.isBase64Encoded ? Buffer.from(event.body ?? '', 'base64').toString('utf8') : (event.body ?? ''),
});

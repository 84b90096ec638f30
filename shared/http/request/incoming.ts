import type { APIGatewayProxyEventV2 } from 'aws-lambda';

/** A request, freed from the gateway that brought it. */
export interface Incoming {
  readonly method: string;
  /** Below the API root, for example `/meetings`. */
  readonly path: string;
  /** As it was sent, without the question mark. */
  readonly rawQuery: string;
  readonly query: readonly (readonly [name: string, value: string])[];
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: string | undefined;
  readonly isBase64Encoded: boolean;
  /** Who is connected to the gateway: the caller, or a proxy of ours. */
  readonly sourceIp: string;
  readonly requestId: string;
}

const ROOT = '/api/v1';

export const incomingFrom = (event: APIGatewayProxyEventV2): Incoming => ({
  method: event.requestContext.http.method,
  path: event.rawPath.startsWith(ROOT) ? event.rawPath.slice(ROOT.length) : event.rawPath,
  rawQuery: event.rawQueryString,
  query: [...new URLSearchParams(event.rawQueryString)],
  headers: Object.fromEntries(Object.entries(event.headers).map(([name, value]) => [name.toLowerCase(), value])),
  body: event.body,
  isBase64Encoded: event.isBase64Encoded,
  sourceIp: event.requestContext.http.sourceIp,
  requestId: event.requestContext.requestId,
});

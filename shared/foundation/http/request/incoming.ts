import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { callerAddress } from '#shared/foundation/http/request/caller-address';

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
  /** Of the caller, as `callerAddress` hashes it. */
  readonly address: string;
  readonly requestId: string;
}

const ROOT = '/api/v1';

/** A request behind so many `proxies` of ours. */
export function incomingFrom(event: APIGatewayProxyEventV2, proxies: number): Incoming {
  const { http, requestId } = event.requestContext;
  const { rawPath, rawQueryString, body, isBase64Encoded } = event;
  const headers = Object.fromEntries(Object.entries(event.headers).map(([name, value]) => [name.toLowerCase(), value]));
  return {
    method: http.method,
    path: rawPath.startsWith(ROOT) ? rawPath.slice(ROOT.length) : rawPath,
    rawQuery: rawQueryString,
    query: rawQueryString === '' ? [] : [...new URLSearchParams(rawQueryString)],
    headers,
    body,
    isBase64Encoded,
    address: callerAddress({ sourceIp: http.sourceIp, headers }, proxies),
    requestId,
  };
}

import { ProviderDown } from '#shared/calendars/sync/ports/calendar-provider';

/** The global `fetch`, or a replacement in tests. */
export type Fetch = (request: Request) => Promise<Response>;

export interface ProviderRequest {
  readonly url: string;
  readonly method?: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** An access token. It is sent in the `Authorization` header only. */
  readonly access: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Readonly<Record<string, unknown>>;
}

export interface ProviderResponse {
  readonly status: number;
  readonly headers: Headers;
  /** Undefined when the body is empty or not JSON. */
  readonly json: unknown;
}

/** From the request to the last byte of the response: a page of a full calendar takes a provider a few seconds. */
const TIMEOUT_MS = 20_000;

/**
 * Sends one request to a provider's API and returns its response, whatever its status. Throws `ProviderDown` when there
 * is no response in time. Redirects are not followed, since the access token would be sent along.
 */
export async function sendRequest(
  fetch: Fetch,
  { url, method = 'GET', access, headers, body }: ProviderRequest,
): Promise<ProviderResponse> {
  const request = new Request(url, {
    method,
    headers: {
      accept: 'application/json',
      authorization: `Bearer ${access}`,
      ...(body && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body && { body: JSON.stringify(body) }),
    redirect: 'manual',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  try {
    const response = await fetch(request);
    return { status: response.status, headers: response.headers, json: parsedJson(await response.text()) };
  } catch {
    // The error is not passed on as a cause: it may hold the request, and so the token.
    throw new ProviderDown(`${new URL(url).host} did not respond.`);
  }
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

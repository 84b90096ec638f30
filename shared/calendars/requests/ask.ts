import { ProviderDown } from '#shared/calendars/sync/ports/calendar-provider';

/** The platform's own `fetch`, or what stands in for it. */
export type Fetch = (request: Request) => Promise<Response>;

export interface Asked {
  readonly url: string;
  readonly method?: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** An access token; it leaves in a header alone. */
  readonly access: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Readonly<Record<string, unknown>>;
}

export interface Answered {
  readonly status: number;
  readonly headers: Headers;
  /** Undefined where the body is no JSON, or there is none. */
  readonly json: unknown;
}

/** From the request to the last byte: a page of a full calendar takes a provider a few seconds. */
const PATIENCE_MS = 20_000;

/**
 * One request to a provider's API. Throws `ProviderDown` where there is no answer in time; whatever came with a status
 * is an answer. Redirections are not followed: the token would go along.
 */
export async function ask(fetch: Fetch, { url, method = 'GET', access, headers, body }: Asked): Promise<Answered> {
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
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
  try {
    const response = await fetch(request);
    return { status: response.status, headers: response.headers, json: jsonIn(await response.text()) };
  } catch {
    // What was thrown may hold the request, and so the token.
    throw new ProviderDown(`${new URL(url).host} gave no answer.`);
  }
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

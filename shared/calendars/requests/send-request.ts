import * as v from 'valibot';
import { ProviderDown } from '#shared/calendars/sync/ports';
import type { UnreadEvent } from '#shared/calendars/sync/rules/provider-event';
import { parsedJson } from '#shared/foundation/core/json';

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

/** The body of a successful response. Throws `ProviderDown` for a body of another shape, which a retry may correct. */
export function parseResponse<Body>(
  schema: v.GenericSchema<unknown, Body>,
  { json }: ProviderResponse,
  provider: string,
): Body {
  const parsed = v.safeParse(schema, json);
  if (!parsed.success) throw new ProviderDown(`${provider} sent an invalid response.`, { isInvalidResponse: true });
  return parsed.output;
}

const WithId = v.object({ id: v.string() });

/** One item of a list, read by itself: an item of another shape is passed over, and the rest of its page is not. */
export function readEvent<Event, Result>(
  schema: v.GenericSchema<unknown, Event>,
  item: unknown,
  read: (event: Event) => Result,
): Result | UnreadEvent {
  const parsed = v.safeParse(schema, item);
  if (parsed.success) return read(parsed.output);
  const { success, output } = v.safeParse(WithId, item);
  return { kind: 'unread', id: success ? output.id : null, code: 'unreadable_event' };
}

export const isSuccess = ({ status }: ProviderResponse): boolean => status >= 200 && status <= 299;

/** A provider's error code for a message: ` (rateLimitExceeded)`. Empty for any other text, which may be confidential. */
export const codeSuffix = (text: string | undefined): string =>
  text !== undefined && /^[\w.]{1,64}$/.test(text) ? ` (${text})` : '';

import * as v from 'valibot';
import { hasErrorName } from '#shared/foundation/core/error-name';
import { parsedJson } from '#shared/foundation/core/json';
import { readAtMost } from '#shared/foundation/core/read-at-most';
import { InvalidRecorderAnswer, RecorderTimedOut, RecorderUnreachable } from '#shared/meetings/recorders/ports';
import { effectOfError } from './effect-of.ts';

/** The global `fetch`, or a replacement in tests. */
export type Fetch = (request: Request) => Promise<Response>;

export interface RecorderRequest {
  readonly url: string;
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Includes the API key, which is sent to this URL alone: redirects are not followed. */
  readonly headers: Readonly<Record<string, string>>;
  /** Sent as JSON, or as `multipart/form-data`. */
  readonly body?: Readonly<Record<string, unknown>> | FormData;
  /** From the request to the last byte of the response. */
  readonly timeoutMs?: number;
}

export interface RecorderResponse {
  readonly status: number;
  readonly headers: Headers;
  /** Undefined when the body is empty or not JSON: a server error is often a page of HTML. */
  readonly json: unknown;
  /** The body; empty when it is not UTF-8. */
  readonly text: string;
}

/** Creating a bot took Attendee 19 seconds when its queue was down, before it answered with an error. */
const TIMEOUT_MS = 20_000;
/**
 * For a search for a bot. A bot whose recorder does not answer has 30 seconds until the next recorder is asked, in which
 * two searches have a place (docs/decisions/one-recorder-at-a-time.md).
 */
export const LOOKUP_TIMEOUT_MS = 10_000;
/** A transcript of eight hours with words has about 10 MB. */
const MAX_BODY_BYTES = 64 * 1024 * 1024;

/**
 * Sends one request to a recorder's API and returns its response, whatever its status. Throws `RecorderUnreachable`
 * when there is no whole response, `RecorderTimedOut` where the time was over.
 */
export async function sendRequest(
  fetch: Fetch,
  { url, method = 'GET', headers, body, timeoutMs = TIMEOUT_MS }: RecorderRequest,
): Promise<RecorderResponse> {
  const isJson = body !== undefined && !(body instanceof FormData);
  const request = new Request(url, {
    method,
    headers: { accept: 'application/json', ...(isJson && { 'content-type': 'application/json' }), ...headers },
    ...(body && { body: body instanceof FormData ? body : JSON.stringify(body) }),
    redirect: 'manual',
    signal: AbortSignal.timeout(timeoutMs),
  });
  try {
    const response = await fetch(request);
    const bytes = await readAtMost(MAX_BODY_BYTES, response.body);
    const text = decoded(bytes);
    return { status: response.status, headers: response.headers, json: parsedJson(text), text };
  } catch (error) {
    // The error is not passed on as a cause: it may hold the request, and so the API key.
    const message = `${new URL(url).host} did not respond.`;
    throw hasErrorName(error, 'TimeoutError')
      ? new RecorderTimedOut(message)
      : new RecorderUnreachable(message, effectOfError(error));
  }
}

function decoded(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return '';
  }
}

/** The body of a successful response. Throws `InvalidRecorderAnswer` for one of another shape, without quoting it. */
export function parseResponse<Body>(
  schema: v.GenericSchema<unknown, Body>,
  { json }: Pick<RecorderResponse, 'json'>,
  recorder: string,
): Body {
  const parsed = v.safeParse(schema, json);
  if (parsed.success) return parsed.output;
  const at = parsed.issues.map((issue) => v.getDotPath(issue) ?? 'body').slice(0, 3);
  throw new InvalidRecorderAnswer(`${recorder} sent an invalid response (${at.join(', ')}).`);
}

export const isSuccess = ({ status }: Pick<RecorderResponse, 'status'>): boolean => status >= 200 && status <= 299;

/** The response itself if it succeeded. Throws `InvalidRecorderAnswer` for any other. */
export function requireSuccess<Response extends Pick<RecorderResponse, 'status'>>(
  response: Response,
  recorder: string,
): Response {
  if (!isSuccess(response))
    throw new InvalidRecorderAnswer(`${recorder} answered ${response.status}.`, response.status);
  return response;
}

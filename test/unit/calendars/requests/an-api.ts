import type { Fetch } from '#shared/calendars/requests/send-request';
import type { Instant } from '#shared/foundation/core/time';

export const noon = Date.parse('2026-11-21T12:00:00Z') as Instant;
export const atNoon = { now: () => noon };

export interface Seen {
  readonly method: string;
  readonly url: URL;
  readonly headers: Headers;
  readonly body: unknown;
}

export type Reply = Response | ((seen: Seen) => Response | Promise<Response>);

/** An API that gives its answers in turn, and remembers what it was asked. */
export function anApi(...replies: readonly Reply[]): { readonly fetch: Fetch; readonly seen: readonly Seen[] } {
  const seen: Seen[] = [];
  return {
    seen,
    async fetch(request) {
      const text = await request.text();
      const one = {
        method: request.method,
        url: new URL(request.url),
        headers: request.headers,
        body: text === '' ? undefined : (JSON.parse(text) as unknown),
      };
      const reply = replies[seen.length];
      seen.push(one);
      if (reply === undefined) throw new Error(`Nothing was to ask for ${request.url}.`);
      return reply instanceof Function ? reply(one) : reply;
    },
  };
}

export const json = (body: unknown, init?: ResponseInit): Response => Response.json(body, init);
export const nothing = (status = 204): Response => new Response(null, { status });

/** What was thrown, to look at. */
export async function thrownBy(call: Promise<unknown>): Promise<unknown> {
  try {
    await call;
  } catch (error) {
    return error;
  }
  throw new Error('Nothing was thrown.');
}

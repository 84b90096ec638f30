import { randomUUID } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import type { BotId } from '#shared/foundation/core/ids';
import { type Instant, SECOND_MS } from '#shared/foundation/core/time';
import type { HintRequest } from '#shared/meetings/recorders/ports';
import type { Delivery, HookSender, HookTransport, RecorderHook } from './hook-sender.ts';
import type { MediaHost } from './media-host.ts';

/** Where the account has its webhooks sent, and how they get there. */
export interface AccountWebhooks {
  readonly transport?: HookTransport;
  readonly endpoints?: readonly string[];
}

/** What strikes a request before the recorder's own answer. */
export type Fault =
  /** The connection breaks: before the request is looked at, or after it was done. */
  | { readonly type: 'no answer'; readonly done: boolean }
  | { readonly type: 'status'; readonly status: number; readonly body?: unknown; readonly retryAfterSeconds?: number }
  /** A page of HTML with 200, as proxies send it. */
  | { readonly type: 'page' };

export interface LoggedRequest {
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  readonly headers: Headers;
  readonly body: unknown;
}

/** What a call leaves behind. */
export interface Take {
  readonly video: Uint8Array<ArrayBuffer> | null;
  readonly audio: Uint8Array<ArrayBuffer> | null;
  readonly transcript: unknown;
  /** Who spoke, from when to when, in seconds; no end where the recording ended meanwhile. */
  readonly turns?: readonly (readonly [name: string, start: number, end: number | null])[];
}

/** A recorder that is a service of another company, as a server in this process. */
export interface HostedRecorder {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly webhookSecret: string;
  readonly hooks: HookSender;
  fetch(request: Request): Promise<Response>;
  /** In the order of creation. */
  readonly bots: readonly { readonly id: string; readonly botId: BotId | undefined }[];
  readonly requests: readonly LoggedRequest[];
  /** Strikes the next request. */
  failNext(...faults: readonly Fault[]): void;
  /** The bot reports a status of the recorder's own words. */
  report(id: string, code: string, subCode?: string): void;
  /** The bot has left and its artifacts are complete. */
  finish(id: string, take: Take): void;
  /** The video behind the links is another one from now on. */
  replaceVideo(id: string, video: Uint8Array<ArrayBuffer>): void;
  /** What strikes the next requests for a file behind a link. */
  strikeMedia: MediaHost['strike'];
  /** The links of the next responses about a bot have expired. */
  expireLinksOfNext(responses: number): void;
  /** The webhook about the present status of a bot, signed. */
  webhook(id: string): Pick<HintRequest, 'headers' | 'rawBody'>;
}

/** The fault that strikes, where one waits; else the answer. A broken connection throws as `fetch` does. */
export async function struckBy(
  faults: Fault[],
  request: Request,
  answer: (request: Request) => Promise<Response>,
): Promise<Response> {
  const fault = faults.shift();
  switch (fault?.type) {
    case undefined:
      return answer(request);
    case 'no answer':
      if (fault.done) await answer(request);
      throw new TypeError('fetch failed');
    case 'status': {
      const headers = { ...(fault.retryAfterSeconds && { 'retry-after': String(fault.retryAfterSeconds) }) };
      return Response.json(fault.body ?? {}, { status: fault.status, headers });
    }
    case 'page':
      return new Response('<!doctype html><title>Bad Gateway</title>', { headers: { 'content-type': 'text/html' } });
  }
}

export async function loggedRequest(request: Request): Promise<LoggedRequest> {
  const { pathname, search } = new URL(request.url);
  const text = await request.clone().text();
  const body: unknown = text === '' ? undefined : JSON.parse(text);
  return { method: request.method, path: pathname + search, headers: request.headers, body };
}

interface Signed {
  readonly secret: string;
  readonly rawBody: string;
  readonly now: Instant;
  readonly id?: string;
}

/** A webhook that Svix delivers to endpoints of an account: one id for each, signed anew for each attempt. */
export function svixHooks(
  prefix: 'webhook' | 'svix',
  {
    secret,
    rawBody,
    urls,
    delivery,
  }: Pick<Signed, 'secret' | 'rawBody'> & {
    readonly urls: readonly string[];
    readonly delivery: Delivery;
  },
): readonly RecorderHook[] {
  const id = `msg_${randomUUID()}`;
  const headersAt = (now: Instant) => signedWebhook(prefix, { secret, rawBody, now, id }).headers;
  return urls.map((url) => ({ url, rawBody, delivery, headersAt }));
}

/** A webhook that Svix delivers, signed by the library of Standard Webhooks. */
export function signedWebhook(
  prefix: 'webhook' | 'svix',
  { secret, rawBody, now, id = `msg_${randomUUID()}` }: Signed,
): { readonly headers: Readonly<Record<string, string>>; readonly rawBody: string } {
  const seconds = Math.floor(now / SECOND_MS);
  const signature = new Webhook(secret).sign(id, new Date(seconds * SECOND_MS), rawBody);
  const headers = {
    [`${prefix}-id`]: id,
    [`${prefix}-timestamp`]: String(seconds),
    [`${prefix}-signature`]: signature,
  };
  return { headers, rawBody };
}

/** Puts a video where links lead to it: `{id}/video`. */
export const hostVideo = (media: MediaHost, id: string, bytes: Uint8Array<ArrayBuffer>): void =>
  media.put(`${id}/video`, { bytes, contentType: 'video/mp4' });

/** Puts what a call left behind where links lead to it: `{id}/video`, `{id}/audio` and `{id}/transcript`. */
export function hostTake(media: MediaHost, id: string, { video, audio, transcript }: Take, audioType: string): void {
  if (video) hostVideo(media, id, video);
  if (audio) media.put(`${id}/audio`, { bytes: audio, contentType: audioType });
  const bytes = new Uint8Array(Buffer.from(JSON.stringify(transcript)));
  media.put(`${id}/transcript`, { bytes, contentType: 'application/json' });
}

/** Puts the file that says who spoke when where a link leads to it: `{id}/turns`. */
export function hostTurns(media: MediaHost, id: string, text: string): void {
  media.put(`${id}/turns`, { bytes: new Uint8Array(Buffer.from(text)), contentType: 'application/octet-stream' });
}

/** A JSON object, or an empty one. */
export const objectIn = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {};

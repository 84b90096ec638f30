import * as v from 'valibot';
import { unreachableBy } from '#shared/capture/recorders/requests/effect-of';
import type { RecorderResponse } from '#shared/capture/recorders/requests/send-request';
import type { Refusal, SendResult } from '#shared/meetings/recorders/ports';
import { RecallError } from './recall-schemas.ts';

/**
 * Transient statuses: a repeated request may succeed (https://docs.recall.ai/reference/errors). 409: the same is in
 * work.
 */
const TRANSIENT = [408, 409, 429];

/**
 * What an error of `POST /bot/` means, by its status: 507 is an empty pool of bots, 402 a lack of credit, 401 and 403 a
 * wrong key or a blocked request. A 400 is about the link when it names `meeting_url`. Any other is about this bot.
 */
const REFUSAL_BY_STATUS: Readonly<Record<number, Refusal>> = {
  507: 'full',
  401: 'rejected',
  402: 'rejected',
  403: 'rejected',
};

/** The refusal in an error response. Throws `RecorderUnreachable` where a repetition may succeed. */
export function refusalIn(response: RecorderResponse): SendResult {
  const { status } = response;
  throwIfTransient(response);
  const error = v.safeParse(RecallError, response.json);
  const code = error.success ? (error.output.code ?? '') : '';
  const nativeCode = /^\w{1,80}$/.test(code) ? code : `http_${status}`;
  const isAboutLink = status === 400 && error.success && error.output.meeting_url !== undefined;
  return {
    outcome: 'refused',
    refusal: isAboutLink ? 'invalid_link' : (REFUSAL_BY_STATUS[status] ?? 'unsupported'),
    nativeCode,
    detail: `Recall.ai refused the bot (${nativeCode}).`,
  };
}

/**
 * Of 502 and 503 Recall.ai says that its servers have dropped the request (https://docs.recall.ai/docs/errors). It says so
 * of 504 too, which is not believed: a proxy gives up on a request that its server may still work on. Behind 409 the same
 * request is still in work.
 */
const EFFECTS = { withoutEffect: [429, 502, 503], pending: [409, 504] };

/** Throws `RecorderUnreachable` for a transient status: 408, 409, 429 and 5xx but 507. */
export function throwIfTransient({ status }: RecorderResponse): void {
  if (TRANSIENT.includes(status) || (status >= 500 && status !== 507))
    throw unreachableBy('Recall.ai', status, EFFECTS);
}

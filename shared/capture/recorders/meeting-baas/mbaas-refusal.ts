import * as v from 'valibot';
import { unreachableBy } from '#shared/capture/recorders/requests/effect-of';
import type { RecorderResponse } from '#shared/capture/recorders/requests/send-request';
import type { Refusal, SendResult } from '#shared/meetings/recorders/ports';
import { MbaasError } from './mbaas-schemas.ts';

/** Codes of `POST /v2/bots` (https://docs.meetingbaas.com/api-v2/deduplication-rate-limiting). */
export const REFUSAL_BY_CODE: Readonly<Record<string, Refusal>> = {
  FST_ERR_DAILY_BOT_CAP_REACHED: 'full',
  DAILY_BOT_CAP_REACHED: 'full',
  FST_ERR_BOT_ALREADY_EXISTS: 'full',
  BOT_ALREADY_EXISTS: 'full',
  FST_ERR_INSUFFICIENT_TOKENS: 'rejected',
  INSUFFICIENT_TOKENS: 'rejected',
  INVALID_MEETING_URL: 'invalid_link',
  INVALID_MEETING_PLATFORM: 'invalid_link',
  FST_ERR_INVALID_MEETING_PLATFORM: 'invalid_link',
};

/** Without a code that is known: a wrong key, or a plan that takes no bot. Any other is about this bot. */
const ABOUT_THE_ACCOUNT = [401, 402, 403];

/** The refusal in an error response. Throws `RecorderUnreachable` where a repetition may succeed. */
export function refusalIn(response: RecorderResponse): SendResult {
  const { status } = response;
  const { nativeCode, message } = errorIn(response);
  const refusal =
    REFUSAL_BY_CODE[nativeCode] ?? (status === 400 && /meeting_url/.test(message) ? 'invalid_link' : null);
  if (refusal === null) throwIfTransient(response);
  return {
    outcome: 'refused',
    refusal: refusal ?? (ABOUT_THE_ACCOUNT.includes(status) ? 'rejected' : 'unsupported'),
    nativeCode,
    detail: `Meeting BaaS refused the bot (${nativeCode}).`,
  };
}

/** The code of an error, or its status. */
export function errorIn({ json, status }: RecorderResponse): { readonly nativeCode: string; readonly message: string } {
  const parsed = v.safeParse(MbaasError, json);
  const { code, message } = parsed.success ? parsed.output : {};
  return { nativeCode: code && /^\w{1,80}$/.test(code) ? code : `http_${status}`, message: message ?? '' };
}

/** Throws `RecorderUnreachable` for a transient status: 408, 429 and 5xx. */
export function throwIfTransient({ status }: RecorderResponse): void {
  if (status === 408 || status === 429 || status >= 500) throw unreachableBy('Meeting BaaS', status);
}

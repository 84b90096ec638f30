import * as v from 'valibot';
import { unreachableBy } from '#shared/capture/recorders/requests/effect-of';
import type { RecorderResponse } from '#shared/capture/recorders/requests/send-request';
import type { RecorderUnreachable, Refusal, SendResult } from '#shared/meetings/recorders/ports';

/** `{"error"}`, `{"detail"}`, or a map from fields to what is wrong with them. */
const ErrorBody = v.record(v.string(), v.unknown());

interface KnownError {
  /** A part of Attendee's sentence. */
  readonly says: string;
  readonly refusal: Refusal;
  readonly nativeCode: string;
  readonly detail: string;
}

/** Attendee has sentences and no codes. */
const KNOWN_ERRORS: readonly KnownError[] = [
  {
    says: 'maximum number of concurrent bots',
    refusal: 'full',
    nativeCode: 'concurrent_bots',
    detail: 'Attendee has reached its limit of concurrent bots.',
  },
  {
    says: 'run out of credits',
    refusal: 'full',
    nativeCode: 'out_of_credits',
    detail: 'Attendee has run out of credits.',
  },
  {
    says: 'Zoom App credentials are required',
    refusal: 'unsupported',
    nativeCode: 'zoom_credentials_missing',
    detail: 'Attendee has no Zoom credentials.',
  },
];

/** The error of a bot with the same key that is still live. */
export const isDuplicate = (response: RecorderResponse): boolean =>
  response.status === 400 && errorOf(response).includes('Deduplication key already in use');

/** What Attendee's refusal of a new bot means. Throws `RecorderUnreachable` where the bot may have been created all the same. */
export function refusalOf(response: RecorderResponse): SendResult {
  const { status } = response;
  const error = errorOf(response);
  if (status === 401 || status === 403) return refused('rejected', `http_${status}`, 'Attendee refused the API key.');
  // With its queue down, Attendee answers so and has a live bot.
  if (status !== 400 || error.includes('Error ID')) throw unexpected(response);
  const known = KNOWN_ERRORS.find(({ says }) => error.includes(says));
  if (known) return refused(known.refusal, known.nativeCode, known.detail);
  const fields = fieldsIn(response);
  if (fields.includes('meeting_url'))
    return refused('invalid_link', 'invalid_meeting_url', 'Attendee does not recognize the meeting link.');
  return refused(
    'unsupported',
    'http_400',
    `Attendee refused the request${fields.length ? ` (${fields.join(', ')})` : ''}.`,
  );
}

const refused = (refusal: Refusal, nativeCode: string, detail: string): SendResult => ({
  outcome: 'refused',
  refusal,
  nativeCode,
  detail,
});

/** The error of the port for a response that cannot be used. Texts of Attendee are not repeated: they may hold a link. */
export const unexpected = ({ status }: RecorderResponse): RecorderUnreachable => unreachableBy('Attendee', status);

function errorOf({ json }: RecorderResponse): string {
  const parsed = v.safeParse(v.union([v.object({ error: v.string() }), v.object({ detail: v.string() })]), json);
  if (!parsed.success) return '';
  return 'error' in parsed.output ? parsed.output.error : parsed.output.detail;
}

function fieldsIn({ json }: RecorderResponse): readonly string[] {
  const parsed = v.safeParse(ErrorBody, json);
  return parsed.success
    ? Object.keys(parsed.output).filter((name) => /^[a-z_]{1,40}$/.test(name) && name !== 'error')
    : [];
}

import * as v from 'valibot';
import { unreachableBy } from '#shared/capture/recorders/requests/effect-of';
import type { RecorderResponse } from '#shared/capture/recorders/requests/send-request';
import type { RecorderUnreachable, Refusal, SendResult } from '#shared/meetings/recorders/ports';

const ErrorBody = v.object({ detail: v.string() });

/** The speech service is missing or misconfigured, which Vexa refuses before it creates anything. */
export const lacksSpeechService = (response: RecorderResponse): boolean =>
  response.status === 503 && detailOf(response).includes('transcription backend');

/** What Vexa's refusal of a plan or a bot means. Throws `RecorderUnreachable` where the bot may have been created. */
export function refusalOf(response: RecorderResponse): SendResult {
  const { status } = response;
  const detail = detailOf(response);
  switch (status) {
    case 401:
    case 403:
      return refused('rejected', status, 'Vexa refused the API key; it needs the scopes bot and tx.');
    case 409:
      return refused('full', status, 'A bot of this Vexa user is in the call already.');
    case 422:
      return /meeting_url|native_meeting_id|meeting link/.test(detail)
        ? refused('invalid_link', status, 'Vexa does not recognize the meeting link.')
        : refused('unsupported', status, 'Vexa refused the request.');
    case 429:
      if (detail === '' || detail.startsWith('Rate limit')) throw unexpected(response);
      return refused('full', status, 'Vexa has reached its limit of concurrent bots.');
    default:
      throw unexpected(response);
  }
}

const refused = (refusal: Refusal, status: number, detail: string): SendResult => ({
  outcome: 'refused',
  refusal,
  nativeCode: `http_${status}`,
  detail,
});

/** The error of the port for a response that cannot be used. Texts of Vexa are not repeated: they may hold a link. */
export const unexpected = ({ status }: RecorderResponse): RecorderUnreachable => unreachableBy('Vexa', status);

function detailOf({ json }: RecorderResponse): string {
  const parsed = v.safeParse(ErrorBody, json);
  return parsed.success ? parsed.output.detail : '';
}

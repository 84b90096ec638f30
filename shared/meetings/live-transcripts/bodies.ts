import * as v from 'valibot';
import { dateTime, idText } from '#shared/foundation/http/response/wire';

export const LiveTranscriptBody = v.strictObject({
  object: v.literal('live_transcript'),
  meeting_id: idText('mtg'),
  /** With a ticket, which lets one connection in. */
  url: v.string(),
  expires_at: dateTime,
});

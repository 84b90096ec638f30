import * as v from 'valibot';
import type { LiveAddress } from '#shared/capture/live-transcripts/commands/issue-ticket';
import type { MeetingId } from '#shared/foundation/core/ids';
import { isoOf } from '#shared/foundation/core/time';
import { dateTime, idText } from '#shared/foundation/http/response/wire';

export const LiveTranscriptBody = v.strictObject({
  object: v.literal('live_transcript'),
  meeting_id: idText('mtg'),
  /** With a ticket, which lets one connection in. */
  url: v.string(),
  expires_at: dateTime,
});

export const presentLiveTranscript = (meetingId: MeetingId, { url, expiresAt }: LiveAddress) => ({
  object: 'live_transcript',
  meeting_id: meetingId,
  url,
  expires_at: isoOf(expiresAt),
});

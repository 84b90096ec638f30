import * as v from 'valibot';
import type { MeetingId } from '#shared/core/ids';
import { isoOf } from '#shared/core/time';
import { dateTime, idText } from '#shared/http/response/wire';
import type { LiveAddress } from '#shared/live-transcripts/commands/issue-ticket';

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

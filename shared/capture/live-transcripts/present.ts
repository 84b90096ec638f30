import type { LiveAddress } from '#shared/capture/live-transcripts/commands/issue-ticket';
import type { MeetingId } from '#shared/foundation/core/ids';
import { isoOf } from '#shared/foundation/core/time';

export const presentLiveTranscript = (meetingId: MeetingId, { url, expiresAt }: LiveAddress) => ({
  object: 'live_transcript',
  meeting_id: meetingId,
  url,
  expires_at: isoOf(expiresAt),
});

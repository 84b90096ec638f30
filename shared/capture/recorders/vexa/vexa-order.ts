import type { RecordingOrder } from '#shared/meetings/recorders/ports';

interface Wanted {
  readonly isTranscribed: boolean;
}

/** The body of `POST /meetings`: a plan that nothing joins. Its title is the only place for our bot id. */
export const vexaPlan = ({ botId, meetingUrl }: RecordingOrder) => ({ title: botId, meeting_url: meetingUrl });

/** The body of `POST /bots`, which turns the plan with the same link into a bot. The link alone: ids are not checked. */
export function vexaOrder(order: RecordingOrder, { isTranscribed }: Wanted): Readonly<Record<string, unknown>> {
  return {
    meeting_url: order.meetingUrl,
    bot_name: order.botName,
    recording_enabled: true,
    transcribe_enabled: isTranscribed,
    automatic_leave: { max_wait_for_admission: order.lobbySeconds * 1000 },
    // Left out, Vexa recognizes the language of each utterance. Whisper takes the language without a region.
    ...(order.language !== 'auto' &&
      order.language !== 'multi' && { language: order.language.split('-')[0]?.toLowerCase() }),
  };
}

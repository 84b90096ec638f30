import { html } from 'hono/html';
import type { Bot, BotStatus, FailureReason } from '#shared/bots/rules/bot';
import type { Recording } from '#shared/meetings/rules/meeting';
import type { Markup } from '#shared/page-kit/layout';
import { badge, grid, moment } from '#shared/page-kit/parts';

export interface ShownRecording {
  readonly recording: Recording;
  /** Its row, where that has something to add. */
  readonly bot: Bot | undefined;
}

/** Each notetaker that was sent, and how it went. */
export const recordingsView = (recordings: readonly ShownRecording[]): Markup =>
  grid({
    caption: 'Notetakers sent to this meeting, the first one first',
    columns: ['State', 'Sent', 'Joins or joined', 'Left'],
    rows: recordings.map(({ recording, bot }) => [
      html`${stateOf(recording)}${bot?.status === 'failed' ? html`<p class="small">${FAILURES[bot.reason]}</p>` : ''}`,
      recording.automatic ? 'By settings' : 'By hand',
      moment(recording.startedAt ?? recording.scheduledAt),
      moment(recording.endedAt, 'not yet'),
    ]),
    none: 'No notetaker was sent.',
  });

const STATES: Readonly<Record<BotStatus, readonly ['good' | 'bad' | 'waiting' | 'plain', string]>> = {
  queued: ['waiting', 'Scheduled'],
  joining: ['waiting', 'Joining'],
  in_call: ['waiting', 'In the call, recording'],
  processing: ['waiting', 'Recorded, being written down'],
  completed: ['good', 'Completed'],
  failed: ['bad', 'Failed'],
  cancelled: ['plain', 'Cancelled'],
};

const stateOf = ({ status, hasMedia }: Recording): Markup =>
  status === 'failed' && hasMedia ? badge('bad', 'Recorded, but not written down') : badge(...STATES[status]);

const FAILURES: Readonly<Record<FailureReason, string>> = {
  no_recording: 'It was not let in, or nobody came.',
  invalid_meeting_url: 'The link leads to no call.',
  bot_error: 'The recorder broke, or was out of reach.',
  transcription_failed: 'What was said could not be written down; the recording is there.',
};

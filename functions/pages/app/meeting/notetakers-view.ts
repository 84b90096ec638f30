import { html } from 'hono/html';
import type { Bot, BotStatus, FailedBot, FailureReason } from '#shared/bots/rules/bot';
import type { Recording } from '#shared/meetings/rules/meeting';
import { type BadgeKind, badge, dateTime, type Markup, table } from '#shared/page-kit/components';

export interface Notetaker {
  readonly recording: Recording;
  /** Read for a failed recording only: it has the reason. */
  readonly bot: Bot | undefined;
}

/** Every notetaker of a meeting with its status. */
export const notetakersView = (notetakers: readonly Notetaker[]): Markup =>
  table({
    caption: 'Notetakers sent to this meeting, oldest first',
    columns: ['Status', 'Trigger', 'Join time', 'Left'],
    rows: notetakers.map(({ recording, bot }) => [
      html`${statusBadge(recording)}${bot?.status === 'failed' ? html`<p class="small">${failureOf(bot)}</p>` : ''}`,
      recording.automatic ? 'Settings' : 'Manual',
      dateTime(recording.startedAt ?? recording.scheduledAt),
      dateTime(recording.endedAt, { none: 'Not yet' }),
    ]),
    empty: 'No notetaker was sent.',
  });

const STATUSES: Readonly<Record<BotStatus, readonly [BadgeKind, string]>> = {
  queued: ['waiting', 'Scheduled'],
  joining: ['waiting', 'Joining'],
  in_call: ['waiting', 'In call'],
  processing: ['waiting', 'Processing'],
  completed: ['good', 'Completed'],
  failed: ['bad', 'Failed'],
  cancelled: ['plain', 'Cancelled'],
};

const statusBadge = ({ status, hasMedia }: Recording): Markup =>
  status === 'failed' && hasMedia ? badge('bad', 'Transcription failed') : badge(...STATUSES[status]);

/** Why there is no transcript may be the limit of the workspace, or the engine's reason. */
const failureOf = ({ reason, reasonMessage }: Pick<FailedBot, 'reason' | 'reasonMessage'>): string =>
  reason === 'transcription_failed' ? `${FAILURES[reason]} ${reasonMessage}` : FAILURES[reason];

const FAILURES: Readonly<Record<FailureReason, string>> = {
  no_recording: 'The notetaker was not admitted, no one else joined, or the recording was not started.',
  invalid_meeting_url: 'The meeting link is not valid.',
  bot_error: 'The recorder failed or could not be reached.',
  transcription_failed: 'The transcript could not be generated. The recording is available.',
};

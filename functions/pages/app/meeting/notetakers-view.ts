import { html } from 'hono/html';
import { type BadgeKind, badge, dateTime, type Markup, table } from '#shared/api/page-kit/components';
import type { Bot, BotStatus } from '#shared/meetings/bots/rules/bot';
import type { Recording } from '#shared/meetings/meetings/rules/meeting';
import { failureOf } from './recording-words.ts';

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

import type { ChangeStore, Changes } from '#shared/commands/changes';
import { withRetry } from '#shared/commands/with-retry';
import type { Backoff } from '#shared/core/backoff';
import type { Clock } from '#shared/core/clock';
import type { MeetingId } from '#shared/core/ids';
import type { MetadataChange } from '#shared/core/metadata';
import { metadataAfter } from '#shared/core/metadata-after';
import { notFound } from '#shared/core/refusal';
import { isSame } from '#shared/core/same';
import type { Loaded } from '#shared/core/store';
import type { MeetingStore } from '#shared/events/ports/stores';
import type { Meeting } from '#shared/meetings/rules/meeting';

interface Needs {
  readonly meetings: MeetingStore;
  readonly changes: ChangeStore;
  readonly clock: Clock;
  readonly backoff: Backoff;
}

/** Writes a partner's own words on a meeting. Nobody is told: a change of metadata alone sends no webhook. */
export const labelMeeting =
  ({ meetings, changes, clock, backoff }: Needs) =>
  (id: MeetingId, read: Loaded<Meeting>, change: MetadataChange): Promise<Meeting> =>
    withRetry({ backoff }, async (round) => {
      const before = round === 0 ? read : await meetings.find(id);
      if (!before) throw notFound('meeting');
      const metadata = metadataAfter(before.state.metadata, change);
      if (isSame(metadata, before.state.metadata)) return before.state;
      const at = clock.now();
      const after = { ...before.state, metadata, updatedAt: at };
      await changes.save({ at, meetings: [{ before, after }] } satisfies Changes);
      return after;
    });

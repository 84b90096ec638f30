import { againAfterLostRace } from '#shared/core/again-after-lost-race';
import type { Clock } from '#shared/core/clock';
import type { MeetingId } from '#shared/core/ids';
import type { MetadataChange } from '#shared/core/metadata';
import { metadataAfter } from '#shared/core/metadata-after';
import type { Patience } from '#shared/core/patience';
import { notFound } from '#shared/core/refusal';
import { isSame } from '#shared/core/same';
import type { Loaded } from '#shared/core/store';
import type { ChangeStore, Changes } from '#shared/events/ports/changes';
import type { MeetingStore } from '#shared/events/ports/stores';
import type { Meeting } from '#shared/meetings/rules/meeting';

interface Needs {
  readonly meetings: MeetingStore;
  readonly changes: ChangeStore;
  readonly clock: Clock;
  readonly patience: Patience;
}

/** Writes a partner's own words on a meeting. Nobody is told: a change of metadata alone sends no webhook. */
export const labelMeeting =
  ({ meetings, changes, clock, patience }: Needs) =>
  (id: MeetingId, read: Loaded<Meeting>, change: MetadataChange): Promise<Meeting> =>
    againAfterLostRace(patience, async (round) => {
      const before = round === 0 ? read : await meetings.find(id);
      if (!before) throw notFound('meeting');
      const metadata = metadataAfter(before.state.metadata, change);
      if (isSame(metadata, before.state.metadata)) return before.state;
      const at = clock.now();
      const after = { ...before.state, metadata, updatedAt: at };
      await changes.save({ at, meetings: [{ before, after }] } satisfies Changes);
      return after;
    });

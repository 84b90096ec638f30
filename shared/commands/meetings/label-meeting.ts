import { againAfterLostRace } from '#shared/commands/again-after-lost-race';
import type { MeetingId } from '#shared/domain/ids';
import type { Meeting } from '#shared/domain/meetings/meeting';
import type { MetadataChange } from '#shared/domain/metadata';
import { metadataAfter } from '#shared/domain/metadata-after';
import { notFound } from '#shared/domain/refusal';
import { isSame } from '#shared/domain/same';
import type { ChangeStore, Changes, Loaded } from '#shared/ports/changes';
import type { Clock } from '#shared/ports/clock';
import type { Patience } from '#shared/ports/patience';
import type { MeetingStore } from '#shared/ports/stores';

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

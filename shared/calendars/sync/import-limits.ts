import { FOUNDER_LIMITS } from '#shared/foundation/core/limits';
import type { LimitCounter, Use } from '#shared/foundation/core/uses';

/** Imported events count towards the limits of people whom they change, and towards no other of a partner. */
export const importLimits = ({ limitCounter: counter }: { readonly limitCounter: LimitCounter }): LimitCounter => ({
  take: async (use) => (isOfPeople(use) ? counter.take(use) : undefined),
  giveBack: async (use) => !isOfPeople(use) || counter.giveBack(use),
  hasRoomFor: async (use) => !isOfPeople(use) || counter.hasRoomFor(use),
});

const isOfPeople = ({ limit }: Use): boolean =>
  limit === 'imported_people' ||
  limit === 'member_imported_people' ||
  limit === FOUNDER_LIMITS.imported_people.ofFounder;

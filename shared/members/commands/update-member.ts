import { againAfterLostRace } from '#shared/core/again-after-lost-race';
import type { Clock } from '#shared/core/clock';
import type { MetadataChange } from '#shared/core/metadata';
import { metadataAfter } from '#shared/core/metadata-after';
import type { Patience } from '#shared/core/patience';
import { notFound, unprocessable } from '#shared/core/refusal';
import { isSame } from '#shared/core/same';
import type { Loaded } from '#shared/core/store';
import type { ChangeStore } from '#shared/events/ports/changes';
import type { MemberStore } from '#shared/events/ports/stores';
import type { Member } from '#shared/members/rules/member';

interface Needs {
  readonly members: MemberStore;
  readonly changes: ChangeStore;
  readonly clock: Clock;
  readonly patience: Patience;
}

/** What is absent stays as it is; null takes the name away. */
export interface MemberChange {
  readonly name?: string | null | undefined;
  readonly metadata?: MetadataChange | undefined;
}

/** Renames a member, and merges a partner's own words on it; nobody is told. What changes nothing moves nothing. */
export const updateMember =
  ({ members, changes, clock, patience }: Needs) =>
  (read: Loaded<Member>, change: MemberChange): Promise<Member> =>
    againAfterLostRace(patience, async (round) => {
      const before = round === 0 ? read : await members.find(read.state.id);
      if (!before) throw notFound('member');
      const changed = memberAfter(before.state, change);
      if (isSame(changed, before.state)) return before.state;
      const at = clock.now();
      const after = { ...changed, updatedAt: at };
      await changes.save({ at, members: [{ before, after }] });
      return after;
    });

function memberAfter(member: Member, { name = member.name, metadata }: MemberChange): Member {
  if (name === null && member.email === null)
    throw unprocessable('name', 'blank', 'name must stay: this member has no email, and one of the two is needed.');
  return { ...member, name, metadata: metadata ? metadataAfter(member.metadata, metadata) : member.metadata };
}

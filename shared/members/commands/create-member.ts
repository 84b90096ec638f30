import { againAfterLostRace } from '#shared/core/again-after-lost-race';
import type { Clock } from '#shared/core/clock';
import type { IdMaker } from '#shared/core/id-maker';
import type { WorkspaceId } from '#shared/core/ids';
import type { UseOf } from '#shared/core/limits';
import type { MetadataChange } from '#shared/core/metadata';
import { metadataAfter } from '#shared/core/metadata-after';
import type { Patience } from '#shared/core/patience';
import type { ChangeStore } from '#shared/events/ports/changes';
import { type Keep, keepNothing } from '#shared/events/ports/kept-answers';
import type { MemberByEmail, MemberStore } from '#shared/events/ports/stores';
import type { Member } from '#shared/members/rules/member';
import { personsFollow } from '#shared/members/rules/person-naming';

interface Needs {
  readonly members: MemberStore;
  readonly changes: ChangeStore;
  readonly ids: IdMaker;
  readonly clock: Clock;
  readonly patience: Patience;
  readonly markOf: (email: string) => string;
  readonly useOf: UseOf;
}

/** A member as it was sent: at least one of name and email, the email trimmed and in lower case. */
export interface SentMember {
  readonly name: string | null;
  readonly email: string | null;
  readonly metadata: MetadataChange | undefined;
}

export interface CreatedMember {
  readonly member: Member;
  readonly isNew: boolean;
}

/** Makes a member, or finds the one who has this email already: of two at once, one is made and both hear of it. */
export const createMember =
  (needs: Needs) =>
  (
    workspaceId: WorkspaceId,
    sent: SentMember,
    seen: MemberByEmail | undefined,
    keep: Keep<CreatedMember> = keepNothing,
  ): Promise<CreatedMember> =>
    againAfterLostRace(needs.patience, async (round) => {
      const byEmail = round === 0 ? seen : await memberWith(needs.members, workspaceId, sent.email);
      const known = byEmail && (await needs.members.find(byEmail.memberId));
      if (known) return { member: known.state, isNew: false };

      const at = needs.clock.now();
      const member: Member = {
        id: needs.ids.make('mem'),
        workspaceId,
        name: sent.name,
        email: sent.email,
        metadata: sent.metadata ? metadataAfter({}, sent.metadata) : {},
        choices: [],
        connections: [],
        createdAt: at,
        updatedAt: at,
      };
      const created = { member, isNew: true };
      await needs.changes.save({
        at,
        members: [{ before: undefined, after: member }],
        uses: [needs.useOf('members', workspaceId, at)],
        jobs: personsFollow(member, needs.markOf),
        answer: await keep(created),
      });
      return created;
    });

/** Who has this email in the workspace; nobody has none. */
export const memberWith = async (
  members: MemberStore,
  workspaceId: WorkspaceId,
  email: string | null,
): Promise<MemberByEmail | undefined> => (email === null ? undefined : members.byEmail(workspaceId, email));

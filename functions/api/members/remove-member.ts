import { operation } from '#shared/http/operation';
import { found, type Places, permitted } from '#shared/http/places';
import {
  type RemoveNeeds,
  readMember,
  type removeMember as removeCommand,
} from '#shared/members/commands/remove-member';
import { deleteMemberContract } from '#shared/members/contract';
import { presentMemberTo } from './present-member-to.ts';

interface Needs extends RemoveNeeds {
  readonly places: Places;
  readonly remove: ReturnType<typeof removeCommand>;
}

/** DELETE /members/{id}: answers the member once more, then they are gone. */
export const removeMember = (needs: Needs) =>
  operation(deleteMemberContract, {
    ahead: ({ params }) => ({ member: needs.members.find(params.id) }),
    async run({ ahead, caller }) {
      const reading = ahead.member.then((member) => member && readMember(needs, member));
      reading.catch(() => undefined);
      const { place } = await found(needs.places, caller.userId, ahead.member, 'member');
      const { workspace } = permitted(place, 'administer');
      const read = await reading;
      if (!read) throw new Error('A member that was found has gone.');
      const member = await needs.remove(read);
      return { status: 200, body: await presentMemberTo(caller, needs.settings, workspace.state, member) };
    },
  });

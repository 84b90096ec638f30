import { getMemberContract } from '#shared/api/contracts/members';
import { operation } from '#shared/api/operation';
import { found, type Places } from '#shared/api/places';
import type { MemberStore, SettingsStore } from '#shared/ports/stores';
import { presentMemberTo } from './present-member-to.ts';

interface Needs {
  readonly members: MemberStore;
  readonly settings: SettingsStore;
  readonly places: Places;
}

/** GET /members/{id} */
export const getMember = ({ members, settings, places }: Needs) =>
  operation(getMemberContract, {
    ahead: ({ params }) => ({ member: members.find(params.id) }),
    async run({ ahead, caller }) {
      const { resource, place } = await found(places, caller.userId, ahead.member, 'member');
      return { status: 200, body: await presentMemberTo(caller, settings, place.workspace.state, resource.state) };
    },
  });

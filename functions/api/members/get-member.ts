import type { MemberStore, SettingsStore } from '#shared/events/ports/stores';
import { operation } from '#shared/http/operation';
import { found, type Places } from '#shared/http/places';
import { getMemberContract } from '#shared/members/contract';
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

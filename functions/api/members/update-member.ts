import type { MemberStore, SettingsStore } from '#shared/events/ports/stores';
import { operation } from '#shared/http/operation';
import { found, type Places, permitted } from '#shared/http/places';
import type { updateMember as updateCommand } from '#shared/members/commands/update-member';
import { updateMemberContract } from '#shared/members/contract';
import { presentMemberTo } from './present-member-to.ts';

interface Needs {
  readonly members: MemberStore;
  readonly settings: SettingsStore;
  readonly places: Places;
  readonly update: ReturnType<typeof updateCommand>;
}

/** PATCH /members/{id}: the fields sent and no other. */
export const updateMember = ({ members, settings, places, update }: Needs) =>
  operation(updateMemberContract, {
    ahead: ({ params }) => ({ member: members.find(params.id) }),
    async run({ ahead, caller, body }) {
      const { resource, place } = await found(places, caller.userId, ahead.member, 'member');
      const { workspace } = permitted(place, 'administer');
      const member = await update(resource, body);
      return { status: 200, body: await presentMemberTo(caller, settings, workspace.state, member) };
    },
  });

import { getPolicyContract, type PolicyOwner } from '#shared/api/contracts/policies';
import { operation } from '#shared/api/operation';
import { found, type Place, type Places, permitted } from '#shared/api/places';
import { presentPolicy } from '#shared/api/resources/policies';
import { effectiveFor } from '#shared/commands/settings/effective-for';
import type { UserId } from '#shared/domain/ids';
import type { Member } from '#shared/domain/members/member';
import type { Loaded } from '#shared/ports/changes';
import type { MemberStore, SettingsStore } from '#shared/ports/stores';

interface Needs {
  readonly members: MemberStore;
  readonly settings: SettingsStore;
  readonly places: Places;
}

interface Owner {
  readonly place: Place;
  readonly member?: Loaded<Member>;
}

/** GET /policies/{id}: always the newest, whatever meetings have been reached so far. */
export const getPolicy = (needs: Needs) =>
  operation(getPolicyContract, {
    ahead: ({ userId, params }) => ({ owner: ownerOf(needs, userId, params.id) }),
    async run({ ahead }) {
      const { place, member } = await ahead.owner;
      const workspace = place.workspace.state;
      const { memberLayers, ...effective } = await effectiveFor(needs.settings, workspace, member?.state);
      const who = member && { id: member.state.id, layers: memberLayers };
      return { status: 200, body: presentPolicy({ ...effective, workspaceId: workspace.id, member: who }) };
    },
  });

async function ownerOf({ members, places }: Needs, user: UserId, owner: PolicyOwner): Promise<Owner> {
  if ('workspace' in owner) return { place: permitted(await places.named(user, owner.workspace), 'read') };
  const { resource, place } = await found(places, user, members.find(owner.memberId), 'policy');
  return { place, member: resource };
}

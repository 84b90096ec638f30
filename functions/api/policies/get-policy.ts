import type { SettingsStore } from '#shared/events/ports/stores';
import { operation } from '#shared/http/operation';
import { permitted } from '#shared/http/places';
import { effectiveSettings } from '#shared/settings/commands/effective-settings';
import { getPolicyContract } from '#shared/settings/policies/contract';
import { presentPolicy } from '#shared/settings/policies/present';
import { type OwnerNeeds, ownerOf, policyMember } from './policy-owner.ts';

interface Needs extends OwnerNeeds {
  readonly settings: SettingsStore;
}

/** GET /policies/{id}: always the newest, whatever meetings have been reached so far. */
export const getPolicy = (needs: Needs) =>
  operation(getPolicyContract, {
    ahead: ({ userId, params }) => ({ owner: ownerOf(needs, userId, params.id, policyMember(needs, params.id)) }),
    async run({ ahead }) {
      const { place, member } = await ahead.owner;
      const workspace = permitted(place, 'read').workspace.state;
      const { memberLayers, ...effective } = await effectiveSettings(needs.settings, workspace, member?.state);
      const who = member && { id: member.state.id, layers: memberLayers };
      return { status: 200, body: presentPolicy({ ...effective, workspaceId: workspace.id, member: who }) };
    },
  });

import { readNamedKit, refuseForeignKit } from '#shared/brand-kits/commands/usable-kit';
import type { SettingsId } from '#shared/core/ids';
import type { BrandKitStore, SettingsStore, SummaryTemplateStore } from '#shared/events/ports/stores';
import { operation } from '#shared/http/operation';
import { permitted } from '#shared/http/places';
import { effectiveSettings } from '#shared/settings/commands/effective-settings';
import { findGeneralSettings } from '#shared/settings/commands/general-settings';
import type { UpdatedPolicy, updatePolicy as updateCommand } from '#shared/settings/commands/update-policy';
import { updatePolicyContract } from '#shared/settings/policies/contract';
import { presentPolicy } from '#shared/settings/policies/present';
import { readNamedTemplate, refuseForeignTemplate } from '#shared/summaries/commands/usable-template';
import type { AssignedSettings } from '#shared/workspaces/rules/workspace';
import { type OwnerNeeds, ownerOf, policyMember } from './policy-owner.ts';

interface Needs extends OwnerNeeds {
  readonly settings: SettingsStore;
  readonly templates: SummaryTemplateStore;
  readonly kits: BrandKitStore;
  readonly update: ReturnType<typeof updateCommand>;
}

/** PATCH /policies/{id}: the scope's own settings, in the three trips of a write. */
export const updatePolicy = (needs: Needs) =>
  operation(updatePolicyContract, {
    ahead({ userId, params, body }) {
      const finds = rememberedFinds(needs.settings);
      const member = policyMember(needs, params.id);
      // A member's choices are known as soon as the member is, so they travel with the role.
      const own = member.then((read) => findGeneralSettings(finds, read?.state.choices));
      return {
        owner: ownerOf(needs, userId, params.id, member),
        template: readNamedTemplate(needs.templates, body.values['summary.template']),
        kit: readNamedKit(needs.kits, body.values['branding.brand_kit_id']),
        own,
        finds: Promise.resolve(finds),
      };
    },
    async run({ ahead, body }) {
      const { place, member } = await ahead.owner;
      const { workspace } = permitted(place, 'administer');
      refuseForeignTemplate(await ahead.template, workspace.state.id, 'summary.template');
      refuseForeignKit(await ahead.kit, workspace.state.id);
      const finds = await ahead.finds;
      const { choices } = workspace.state;
      // Asked for now, they come with the save, or with what it waits for.
      const others = Promise.all(choices.map(({ settingsId }) => finds.find(settingsId)));
      others.catch(() => undefined);
      const own = member ? await ahead.own : await findGeneralSettings(finds, choices);
      const updated = await needs.update({ workspace, member, own }, body);
      const shown = withSaved(finds, updated);
      const after = { choices: updated.choices };
      const workspaceAfter = member ? workspace.state : after;
      const { memberLayers, ...effective } = await effectiveSettings(shown, workspaceAfter, member && after);
      const who = member && { id: member.state.id, layers: memberLayers };
      return { status: 200, body: presentPolicy({ ...effective, workspaceId: workspace.state.id, member: who }) };
    },
  });

type Finds = Pick<SettingsStore, 'find'>;

/** Reads each settings row once in a request, whoever asks and when. */
function rememberedFinds(settings: Finds): Finds {
  const seen = new Map<SettingsId, ReturnType<Finds['find']>>();
  return {
    find(id) {
      const found = seen.get(id) ?? settings.find(id);
      seen.set(id, found);
      return found;
    },
  };
}

/** What was read before, with what was written since. */
const withSaved = (finds: Finds, { own }: UpdatedPolicy): Finds => ({
  find: async (id: AssignedSettings['settingsId']) => (own?.id === id ? { revision: 0, state: own } : finds.find(id)),
});

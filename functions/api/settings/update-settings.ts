import { updateSettingsContract } from '#shared/api/contracts/settings';
import { operation } from '#shared/api/operation';
import { found, type Places, permitted } from '#shared/api/places';
import { presentSettings } from '#shared/api/resources/settings';
import { readNamedKit, refuseForeignKit } from '#shared/commands/brand-kits/usable-kit';
import type { updateSettings as updateCommand } from '#shared/commands/settings/update-settings';
import { readNamedTemplate, refuseForeignTemplate } from '#shared/commands/summary-templates/usable-template';
import type { BrandKitStore, SettingsStore, SummaryTemplateStore } from '#shared/ports/stores';

interface Needs {
  readonly settings: SettingsStore;
  readonly places: Places;
  readonly templates: SummaryTemplateStore;
  readonly kits: BrandKitStore;
  readonly update: ReturnType<typeof updateCommand>;
}

/** PATCH /settings/{id}: the fields sent and no other, for every assignment of these settings. */
export const updateSettings = (needs: Needs) =>
  operation(updateSettingsContract, {
    ahead: ({ params, body }) => ({
      settings: needs.settings.find(params.id),
      template: readNamedTemplate(needs.templates, body['summary.template']),
      kit: readNamedKit(needs.kits, body['branding.brand_kit_id']),
    }),
    async run({ ahead, caller, body }) {
      const { resource, place } = await found(needs.places, caller.userId, ahead.settings, 'settings object');
      const { workspace } = permitted(place, 'administer');
      refuseForeignTemplate(await ahead.template, workspace.state.id, 'summary.template');
      refuseForeignKit(await ahead.kit, workspace.state.id);
      return { status: 200, body: presentSettings(await needs.update(resource, body)) };
    },
  });

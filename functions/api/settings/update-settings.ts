import { readNamedKit, refuseForeignKit } from '#shared/brand-kits/commands/usable-kit';
import type { BrandKitStore, SettingsStore, SummaryTemplateStore } from '#shared/events/ports/stores';
import { operation } from '#shared/http/operation';
import { found, type Places, permitted } from '#shared/http/places';
import type { updateSettings as updateCommand } from '#shared/settings/commands/update-settings';
import { updateSettingsContract } from '#shared/settings/contract';
import { presentSettings } from '#shared/settings/present';
import { readNamedTemplate, refuseForeignTemplate } from '#shared/summaries/commands/usable-template';

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

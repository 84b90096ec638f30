import { readNamedKit, refuseForeignKit } from '#shared/brand-kits/commands/usable-kit';
import type { BrandKitStore, SummaryTemplateStore } from '#shared/events/ports/stores';
import { operation } from '#shared/http/operation';
import { type Place, type Places, permitted } from '#shared/http/places';
import { type OwnerNeeds, type OwnerRead, readOwner } from '#shared/settings/commands/assign-to-scope';
import type { createSettings as createCommand } from '#shared/settings/commands/create-settings';
import { createSettingsContract } from '#shared/settings/contract';
import { presentSettings } from '#shared/settings/present';
import type { SentScope } from '#shared/settings/rules/read-scope';
import type { Settings } from '#shared/settings/rules/settings';
import { readNamedTemplate, refuseForeignTemplate } from '#shared/summaries/commands/usable-template';

interface Needs extends OwnerNeeds {
  readonly places: Places;
  readonly templates: SummaryTemplateStore;
  readonly kits: BrandKitStore;
  readonly create: ReturnType<typeof createCommand>;
}

/** POST /settings: with a scope, their first assignment too. */
export const createSettings = (needs: Needs) =>
  operation(createSettingsContract, {
    ahead({ userId, body }) {
      const place = needs.places.named(userId, body.workspace_id);
      return {
        place,
        owner: ownerOf(needs, body.scope, place),
        template: readNamedTemplate(needs.templates, body.values['summary.template']),
        kit: readNamedKit(needs.kits, body.values['branding.brand_kit_id']),
      };
    },
    async run({ ahead, body: { values, scope }, once }) {
      const { workspace } = permitted(await ahead.place, 'administer');
      refuseForeignTemplate(await ahead.template, workspace.state.id, 'summary.template');
      refuseForeignKit(await ahead.kit, workspace.state.id);
      const seen = { workspace, owner: await ahead.owner };
      return once(
        (settings: Settings) => ({ status: 201, body: presentSettings(settings) }),
        (keep) => needs.create(seen, { values, scope }, keep),
      );
    },
  });

const ownerOf = async (
  needs: Needs,
  scope: SentScope | undefined,
  place: Promise<Place | undefined>,
): Promise<OwnerRead | undefined> => scope && readOwner(needs, scope, async () => (await place)?.workspace.state.id);

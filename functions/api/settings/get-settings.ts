import type { SettingsStore } from '#shared/events/ports/stores';
import { operation } from '#shared/http/operation';
import { found, type Places } from '#shared/http/places';
import { getSettingsContract } from '#shared/settings/contract';
import { presentSettings } from '#shared/settings/present';

interface Needs {
  readonly settings: SettingsStore;
  readonly places: Places;
}

/** GET /settings/{id} */
export const getSettings = ({ settings, places }: Needs) =>
  operation(getSettingsContract, {
    ahead: ({ params }) => ({ settings: settings.find(params.id) }),
    async run({ ahead, caller }) {
      const { resource } = await found(places, caller.userId, ahead.settings, 'settings object');
      return { status: 200, body: presentSettings(resource.state) };
    },
  });

import { getSettingsContract } from '#shared/api/contracts/settings';
import { operation } from '#shared/api/operation';
import { found, type Places } from '#shared/api/places';
import { presentSettings } from '#shared/api/resources/settings';
import type { SettingsStore } from '#shared/ports/stores';

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

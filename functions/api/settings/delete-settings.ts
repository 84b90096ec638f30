import type { SettingsStore } from '#shared/events/ports/stores';
import { operation } from '#shared/http/operation';
import { found, type Places, permitted } from '#shared/http/places';
import type { deleteSettings as deleteCommand } from '#shared/settings/commands/delete-settings';
import { deleteSettingsContract } from '#shared/settings/contract';
import { presentSettings } from '#shared/settings/present';

interface Needs {
  readonly settings: SettingsStore;
  readonly places: Places;
  readonly remove: ReturnType<typeof deleteCommand>;
}

/** DELETE /settings/{id}: answers them once more, then they are gone, and so are their assignments. */
export const deleteSettings = (needs: Needs) =>
  operation(deleteSettingsContract, {
    ahead: ({ params }) => ({ settings: needs.settings.find(params.id) }),
    async run({ ahead, caller }) {
      const { resource, place } = await found(needs.places, caller.userId, ahead.settings, 'settings object');
      permitted(place, 'administer');
      return { status: 200, body: presentSettings(await needs.remove(resource)) };
    },
  });

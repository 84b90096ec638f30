import type { SettingsStore } from '#shared/events/ports/stores';
import { operation } from '#shared/http/operation';
import { found, type Places } from '#shared/http/places';
import { getAssignmentContract } from '#shared/settings/assignments/contract';
import { presentAssignment } from '#shared/settings/present';

interface Needs {
  readonly settings: SettingsStore;
  readonly places: Places;
}

/** GET /settings_assignments/{id} */
export const getAssignment = ({ settings, places }: Needs) =>
  operation(getAssignmentContract, {
    ahead: ({ params }) => ({ assignment: settings.findAssignment(params.id) }),
    async run({ ahead, caller }) {
      const { resource } = await found(places, caller.userId, ahead.assignment, 'settings assignment');
      return { status: 200, body: presentAssignment(resource.state) };
    },
  });

import { getAssignmentContract } from '#shared/api/contracts/settings-assignments';
import { operation } from '#shared/api/operation';
import { found, type Places } from '#shared/api/places';
import { presentAssignment } from '#shared/api/resources/settings';
import type { SettingsStore } from '#shared/ports/stores';

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

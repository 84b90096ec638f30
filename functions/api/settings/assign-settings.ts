import { unprocessable } from '#shared/core/refusal';
import type { SettingsStore } from '#shared/events/ports/stores';
import { operation } from '#shared/http/operation';
import { type Places, permitted } from '#shared/http/places';
import { assignSettingsContract } from '#shared/settings/assignments/contract';
import type { assignSettings as assignCommand } from '#shared/settings/commands/assign-settings';
import { type OwnerNeeds, readOwner } from '#shared/settings/commands/assign-to-scope';
import { presentAssignment } from '#shared/settings/present';
import type { SettingsAssignment } from '#shared/settings/rules/settings';

interface Needs extends OwnerNeeds {
  readonly settings: SettingsStore;
  readonly places: Places;
  readonly assign: ReturnType<typeof assignCommand>;
}

/** POST /settings_assignments: the settings say which workspace it is in. */
export const assignSettings = (needs: Needs) =>
  operation(assignSettingsContract, {
    ahead({ body }) {
      const settings = needs.settings.find(body.settings_id);
      const home = async () => (await settings)?.state.workspaceId;
      return { settings, owner: readOwner(needs, body.scope, home) };
    },
    async run({ ahead, caller, body, once }) {
      const settings = await ahead.settings;
      const place = await needs.places.at(caller.userId, settings?.state.workspaceId);
      if (!settings || !place)
        throw unprocessable(
          'settings_id',
          'invalid',
          'settings_id is not the id of settings that this key can access.',
        );
      const { workspace } = permitted(place, 'administer');
      const seen = { settings, workspace, owner: await ahead.owner };
      return once(
        (assignment: SettingsAssignment) => ({ status: 201, body: presentAssignment(assignment) }),
        (keep) => needs.assign(seen, body.scope, keep),
      );
    },
  });

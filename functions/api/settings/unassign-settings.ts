import { notFound } from '#shared/core/refusal';
import { operation } from '#shared/http/operation';
import { found, type Places, permitted } from '#shared/http/places';
import { unassignSettingsContract } from '#shared/settings/assignments/contract';
import {
  readAssignment,
  type UnassignNeeds,
  type unassignSettings as unassignCommand,
} from '#shared/settings/commands/unassign-settings';
import { presentAssignment } from '#shared/settings/present';

interface Needs extends Pick<UnassignNeeds, 'settings' | 'members' | 'meetings'> {
  readonly places: Places;
  readonly unassign: ReturnType<typeof unassignCommand>;
}

/** DELETE /settings_assignments/{id}: answers it once more, then it is gone. */
export const unassignSettings = (needs: Needs) =>
  operation(unassignSettingsContract, {
    ahead: ({ params }) => {
      const assignment = needs.settings.findAssignment(params.id);
      return { assignment, read: readAssignment(needs, assignment) };
    },
    async run({ ahead, caller }) {
      const { place } = await found(needs.places, caller.userId, ahead.assignment, 'settings assignment');
      const { workspace } = permitted(place, 'administer');
      const read = await ahead.read;
      if (!read) throw notFound('settings assignment');
      return { status: 200, body: presentAssignment(await needs.unassign(workspace, read)) };
    },
  });

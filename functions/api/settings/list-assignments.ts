import { listAssignmentsContract } from '#shared/api/contracts/settings-assignments';
import type { Places } from '#shared/api/places';
import { presentAssignment } from '#shared/api/resources/settings';
import { workspaceList } from '#shared/api/workspace-list';
import type { CursorSeal } from '#shared/ports/cursor-seal';
import type { SettingsStore } from '#shared/ports/stores';

interface Needs {
  readonly settings: SettingsStore;
  readonly places: Places;
  readonly seal: CursorSeal;
}

/** GET /settings_assignments: newest first, those of one settings object where asked. */
export const listAssignments = (needs: Needs) =>
  workspaceList(listAssignmentsContract, needs, {
    page: (workspaceId, { settings_id }, request) => needs.settings.assignments(workspaceId, settings_id, request),
    present: (assignment) => presentAssignment(assignment),
  });

import type { SettingsStore } from '#shared/events/ports/stores';
import type { Places } from '#shared/http/places';
import type { CursorSeal } from '#shared/http/ports/cursor-seal';
import { workspaceList } from '#shared/http/workspace-list';
import { listAssignmentsContract } from '#shared/settings/assignments/contract';
import { presentAssignment } from '#shared/settings/present';

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

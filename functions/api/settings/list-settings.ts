import { listSettingsContract } from '#shared/api/contracts/settings';
import type { Places } from '#shared/api/places';
import { presentSettings } from '#shared/api/resources/settings';
import { workspaceList } from '#shared/api/workspace-list';
import type { CursorSeal } from '#shared/ports/cursor-seal';
import type { SettingsStore } from '#shared/ports/stores';

interface Needs {
  readonly settings: SettingsStore;
  readonly places: Places;
  readonly seal: CursorSeal;
}

/** GET /settings: newest first. */
export const listSettings = (needs: Needs) =>
  workspaceList(listSettingsContract, needs, {
    page: (workspaceId, _query, request) => needs.settings.page(workspaceId, request),
    present: (settings) => presentSettings(settings),
  });

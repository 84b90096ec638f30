import type { SettingsStore } from '#shared/events/ports/stores';
import type { Places } from '#shared/http/places';
import type { CursorSeal } from '#shared/http/ports/cursor-seal';
import { workspaceList } from '#shared/http/workspace-list';
import { listSettingsContract } from '#shared/settings/contract';
import { presentSettings } from '#shared/settings/present';

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

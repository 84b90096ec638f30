import type { ChangeStore } from '#shared/commands/changes';
import { withRetry } from '#shared/commands/with-retry';
import type { Backoff } from '#shared/core/backoff';
import type { Clock } from '#shared/core/clock';
import type { MemberId, WorkspaceId } from '#shared/core/ids';
import type { MemberStore, SettingsStore, WorkspaceStore } from '#shared/events/ports/stores';
import type { AssignedSettings } from '#shared/workspaces/rules/workspace';

export interface RemoveDeletedNeeds {
  readonly workspaces: WorkspaceStore;
  readonly members: MemberStore;
  readonly settings: SettingsStore;
  readonly changes: ChangeStore;
  readonly clock: Clock;
  readonly backoff: Backoff;
}

/** Takes from a workspace the choices whose settings are gone: readers skip them until then. */
export const removeDeletedFromWorkspace = (needs: RemoveDeletedNeeds, id: WorkspaceId): Promise<void> =>
  withRetry(needs, async () => {
    const before = await needs.workspaces.find(id);
    if (!before) return;
    const choices = await standing(needs, before.state.choices);
    if (choices.length === before.state.choices.length) return;
    await needs.changes.save({ at: needs.clock.now(), workspaces: [{ before, after: { ...before.state, choices } }] });
  });

/** The same for a member. */
export const removeDeletedFromMember = (needs: RemoveDeletedNeeds, id: MemberId): Promise<void> =>
  withRetry(needs, async () => {
    const before = await needs.members.find(id);
    if (!before) return;
    const choices = await standing(needs, before.state.choices);
    if (choices.length === before.state.choices.length) return;
    await needs.changes.save({ at: needs.clock.now(), members: [{ before, after: { ...before.state, choices } }] });
  });

async function standing(
  { settings }: RemoveDeletedNeeds,
  choices: readonly AssignedSettings[],
): Promise<readonly AssignedSettings[]> {
  const rows = await Promise.all(choices.map(({ settingsId }) => settings.find(settingsId)));
  return choices.filter((_choice, at) => rows[at]);
}

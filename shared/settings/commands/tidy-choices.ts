import { againAfterLostRace } from '#shared/core/again-after-lost-race';
import type { Clock } from '#shared/core/clock';
import type { MemberId, WorkspaceId } from '#shared/core/ids';
import type { Patience } from '#shared/core/patience';
import type { ChangeStore } from '#shared/events/ports/changes';
import type { MemberStore, SettingsStore, WorkspaceStore } from '#shared/events/ports/stores';
import type { Choice } from '#shared/workspaces/rules/workspace';

export interface TidyNeeds {
  readonly workspaces: WorkspaceStore;
  readonly members: MemberStore;
  readonly settings: SettingsStore;
  readonly changes: ChangeStore;
  readonly clock: Clock;
  readonly patience: Patience;
}

/** Takes from a workspace the choices whose settings are gone: readers skip them until then. */
export const tidyWorkspace = (needs: TidyNeeds, id: WorkspaceId): Promise<void> =>
  againAfterLostRace(needs.patience, async () => {
    const before = await needs.workspaces.find(id);
    if (!before) return;
    const choices = await standing(needs, before.state.choices);
    if (choices.length === before.state.choices.length) return;
    await needs.changes.save({ at: needs.clock.now(), workspaces: [{ before, after: { ...before.state, choices } }] });
  });

/** The same for a member. */
export const tidyMember = (needs: TidyNeeds, id: MemberId): Promise<void> =>
  againAfterLostRace(needs.patience, async () => {
    const before = await needs.members.find(id);
    if (!before) return;
    const choices = await standing(needs, before.state.choices);
    if (choices.length === before.state.choices.length) return;
    await needs.changes.save({ at: needs.clock.now(), members: [{ before, after: { ...before.state, choices } }] });
  });

async function standing({ settings }: TidyNeeds, choices: readonly Choice[]): Promise<readonly Choice[]> {
  const rows = await Promise.all(choices.map(({ settingsId }) => settings.find(settingsId)));
  return choices.filter((_choice, at) => rows[at]);
}

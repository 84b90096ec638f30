import type { ChangeStore } from '#shared/commands/changes';
import { type Keep, keepNothing } from '#shared/commands/idempotency-records';
import { withRetry } from '#shared/commands/with-retry';
import type { Backoff } from '#shared/core/backoff';
import type { Clock } from '#shared/core/clock';
import type { IdMaker } from '#shared/core/id-maker';
import { notFound } from '#shared/core/refusal';
import type { Loaded } from '#shared/core/store';
import type { SettingsStore, WorkspaceStore } from '#shared/events/ports/stores';
import {
  choose,
  type OwnerNeeds,
  type OwnerRead,
  readOwner,
  scopeFor,
  withoutGone,
} from '#shared/settings/commands/assign-to-scope';
import { assigned } from '#shared/settings/rules/assign';
import type { SentScope } from '#shared/settings/rules/read-scope';
import type { Settings, SettingsAssignment } from '#shared/settings/rules/settings';
import type { Workspace } from '#shared/workspaces/rules/workspace';

interface Needs extends OwnerNeeds {
  readonly settings: SettingsStore;
  readonly workspaces: WorkspaceStore;
  readonly changes: ChangeStore;
  readonly ids: IdMaker;
  readonly clock: Clock;
  readonly backoff: Backoff;
}

interface Seen {
  readonly workspace: Loaded<Workspace>;
  readonly settings: Loaded<Settings>;
  readonly owner: OwnerRead;
}

/** Applies settings to a scope. Of two assignments of one scope at once, one is made and the other refused. */
export const assignSettings =
  (needs: Needs) =>
  (seen: Seen, sent: SentScope, keep: Keep<SettingsAssignment> = keepNothing): Promise<SettingsAssignment> =>
    withRetry(needs, async (round) => {
      const now = needs.clock.now();
      const { settings, ...ends } = round === 0 ? seen : await seeAgain(needs, seen, sent);
      const scope = scopeFor(sent, ends.workspace.state, ends.owner);
      const { workspace, owner } = await withoutGone(needs.settings, ends, scope);
      const made = assigned(settings.state, needs.ids.make('asg'), scope, now);
      await needs.changes.save({
        at: now,
        settings: [{ before: settings, after: made.settings }],
        assignments: [{ before: undefined, after: made.assignment }],
        ...choose(made, owner, { workspace, newBotId: needs.ids.make('bot'), now }),
        answer: await keep(made.assignment),
      });
      return made.assignment;
    });

async function seeAgain(needs: Needs, seen: Seen, sent: SentScope): Promise<Seen> {
  const [workspace, settings, owner] = await Promise.all([
    needs.workspaces.find(seen.workspace.state.id),
    needs.settings.find(seen.settings.state.id),
    readOwner(needs, sent, async () => seen.workspace.state.id),
  ]);
  if (!workspace || !settings) throw notFound('settings');
  return { workspace, settings, owner };
}

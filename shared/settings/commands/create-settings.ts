import type { ChangeStore, Changes } from '#shared/commands/changes';
import { type Keep, keepNothing } from '#shared/commands/idempotency-records';
import { withRetry } from '#shared/commands/with-retry';
import type { Backoff } from '#shared/core/backoff';
import type { Clock } from '#shared/core/clock';
import type { IdMaker } from '#shared/core/id-maker';
import { notFound } from '#shared/core/refusal';
import type { Loaded } from '#shared/core/store';
import type { Instant } from '#shared/core/time';
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
import { type ValuesChange, valuesAfter } from '#shared/settings/rules/change-values';
import type { SentScope } from '#shared/settings/rules/read-scope';
import type { Scope, Settings } from '#shared/settings/rules/settings';
import type { Workspace } from '#shared/workspaces/rules/workspace';

interface Needs extends OwnerNeeds {
  readonly workspaces: WorkspaceStore;
  readonly settings: SettingsStore;
  readonly changes: ChangeStore;
  readonly ids: IdMaker;
  readonly clock: Clock;
  readonly backoff: Backoff;
}

export interface SentSettings {
  readonly values: ValuesChange;
  readonly scope: SentScope | undefined;
}

interface Seen {
  readonly workspace: Loaded<Workspace>;
  /** Whom the scope is for; undefined without one. */
  readonly owner: OwnerRead | undefined;
}

/** Makes settings, with their first assignment where a scope was sent: both or neither. */
export const createSettings =
  (needs: Needs) =>
  (seen: Seen, sent: SentSettings, keep: Keep<Settings> = keepNothing): Promise<Settings> =>
    withRetry(needs, async (round) => {
      const now = needs.clock.now();
      const seenNow = round === 0 ? seen : await seeAgain(needs, seen, sent);
      const decided = decide(needs, await endsOf(needs, seenNow, sent.scope), sent.values, now);
      await needs.changes.save({ at: now, ...decided.changes, answer: await keep(decided.settings) });
      return decided.settings;
    });

async function seeAgain(needs: Needs, seen: Seen, { scope }: SentSettings): Promise<Seen> {
  const [workspace, owner] = await Promise.all([
    needs.workspaces.find(seen.workspace.state.id),
    scope && readOwner(needs, scope, async () => seen.workspace.state.id),
  ]);
  if (!workspace) throw notFound('workspace');
  return { workspace, owner };
}

interface Decided {
  readonly settings: Settings;
  readonly changes: Partial<Changes>;
}

interface Ends extends Seen {
  readonly scope?: Scope;
}

async function endsOf(needs: Needs, { workspace, owner }: Seen, sent: SentScope | undefined): Promise<Ends> {
  if (!sent || !owner) return { workspace, owner };
  const scope = scopeFor(sent, workspace.state, owner);
  return { ...(await withoutGone(needs.settings, { workspace, owner }, scope)), scope };
}

function decide(needs: Needs, { workspace, owner, scope }: Ends, values: ValuesChange, now: Instant): Decided {
  const settings = newSettings(needs, workspace.state, values, scope, now);
  if (!scope || !owner) return { settings, changes: { settings: [{ before: undefined, after: settings }] } };
  const made = assigned(settings, needs.ids.make('asg'), scope, now);
  return {
    settings: made.settings,
    changes: {
      settings: [{ before: undefined, after: made.settings }],
      assignments: [{ before: undefined, after: made.assignment }],
      ...choose(made, owner, { workspace, newBotId: needs.ids.make('bot'), now }),
    },
  };
}

const newSettings = (
  { ids }: Needs,
  workspace: Workspace,
  values: ValuesChange,
  scope: Scope | undefined,
  now: Instant,
): Settings => ({
  id: ids.make('set'),
  workspaceId: workspace.id,
  values: valuesAfter({}, values, scope ? [scope] : []),
  assignments: [],
  createdAt: now,
  updatedAt: now,
});

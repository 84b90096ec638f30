import type { CountedKind } from '#shared/accounts/usage/rules/usage';
import { decideLimits, limitUses } from '#shared/accounts/usage/rules/usage-limits';
import { propagateToWorkspace } from '#shared/accounts/workspaces/rules/propagate-to-workspace';
import type { Workspace } from '#shared/accounts/workspaces/rules/workspace';
import { workspaces } from '#shared/accounts/workspaces/store';
import type { Changes } from '#shared/foundation/commands/changes';
import type { Loaded } from '#shared/foundation/core/store';

/** What a workspace used in a month, after what is saved along: in seconds or pieces. */
export interface MonthUse {
  readonly month: string;
  readonly amountOf: (kind: CountedKind) => number;
}

/**
 * What follows for the limits of a workspace from its use: the thresholds that it reached, as events, and its upcoming
 * meetings where bots are to be sent no longer, or again. Nothing where nothing follows.
 */
export function limitChanges(
  before: Loaded<Workspace>,
  after: Workspace,
  months: readonly MonthUse[],
): Pick<Changes, 'writes' | 'events' | 'jobs' | 'subscriptions'> {
  let state = after;
  const decisions = months.map(({ month, amountOf }) => {
    const decision = decideLimits(state, month, limitUses(state, month, amountOf));
    if (decision.states.length > 0 || state.limitStates) state = { ...state, limitStates: decision.states };
    return decision;
  });
  const crossed = decisions.flatMap((decision) => decision.crossed);
  const isSaved = after !== before.state || decisions.some(({ isChanged }) => isChanged);
  return {
    writes: isSaved ? [workspaces.put(before, state)] : [],
    events: crossed.map((use) => ({ type: 'usage.threshold', usage: { ...use, workspaceId: state.id } })),
    jobs: decisions.some(({ changesBots }) => changesBots) ? [propagateToWorkspace(state.id)] : [],
    subscriptions: state.endpoints,
  };
}

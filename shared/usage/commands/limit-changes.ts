import type { Changes } from '#shared/commands/changes';
import type { Loaded } from '#shared/core/store';
import { propagateToWorkspace } from '#shared/settings/rules/propagation';
import type { CountedKind } from '#shared/usage/rules/usage';
import { decideLimits, limitUses } from '#shared/usage/rules/usage-limits';
import type { Workspace } from '#shared/workspaces/rules/workspace';
import { workspaces } from '#shared/workspaces/store';

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

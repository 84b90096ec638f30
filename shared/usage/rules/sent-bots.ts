import type { Use, UseOf } from '#shared/core/limits';
import { Refusal } from '#shared/core/refusal';
import { type Instant, utcDateOf } from '#shared/core/time';
import type { Workspace } from '#shared/workspaces/rules/workspace';
import { monthOf } from './usage.ts';
import { monthStartsAt, resetsAt } from './usage-limits.ts';

/**
 * A bot that is sent, towards the `bots_sent` of its workspace in the month (UTC): counted in the transaction that sends it,
 * so that of many bots at once none goes past the limit. What `GET /usage` shows is counted by a job after it.
 */
export function sentBotUse(useOf: UseOf, workspace: Pick<Workspace, 'id' | 'usageLimits'>, now: Instant): Use {
  const use = useOf('sent_bots', workspace.id, now);
  const month = monthOf(utcDateOf(now));
  const window = { windowStartsAt: monthStartsAt(month), windowEndsAt: resetsAt(month) };
  return { ...use, ...window, most: workspace.usageLimits?.bots_sent ?? use.most };
}

/** The limit of the month was reached by bots that were sent meanwhile. */
export const isLimitOfSentBots = (error: unknown): boolean =>
  error instanceof Refusal && error.faults.some(({ code }) => code === 'plan_upgrade_required');

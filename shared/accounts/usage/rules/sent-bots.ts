import { founderOf, type Workspace } from '#shared/accounts/workspaces/rules/workspace';
import { DEPLOYMENT } from '#shared/foundation/core/limits';
import { Refusal } from '#shared/foundation/core/refusal';
import { type Instant, isoOf, utcDateOf } from '#shared/foundation/core/time';
import type { Use, UseOf } from '#shared/foundation/core/uses';
import { monthOf } from './usage.ts';
import { hasInitialBots, isFurther, monthStartsAt, resetsAt } from './usage-limits.ts';

type Sending = Pick<Workspace, 'id' | 'usageLimits' | 'founderId' | 'ownerId'>;

/**
 * A bot that is sent, towards the `bots_sent` of its workspace in the month (UTC), and for a further workspace towards what
 * all of its founder may send: counted in the transaction that sends it, so that of many bots at once none goes past a
 * limit. What `GET /usage` shows is counted by a job after it.
 */
export function sentBotUses(useOf: UseOf, workspace: Sending, now: Instant): readonly Use[] {
  const use = useOf('sent_bots', workspace.id, now);
  const ofWorkspace = { ...use, ...monthAt(now), most: workspace.usageLimits?.bots_sent ?? use.most };
  const ofFounder = furtherBotUse(useOf, workspace, now);
  return ofFounder ? [ofWorkspace, ofFounder] : [ofWorkspace];
}

/** What a bot counts as for the founder; undefined where the workspace is no further one. */
export const furtherBotUse = (useOf: UseOf, workspace: Sending, now: Instant): Use | undefined =>
  isFurther(workspace) ? { ...useOf('user_sent_bots', founderOf(workspace), now), ...monthAt(now) } : undefined;

/** A bot among those of all workspaces of the deployment, in a day (UTC). */
export const botOfAll = (useOf: UseOf, now: Instant): Use => useOf('all_sent_bots', DEPLOYMENT, now);

/**
 * What a bot of a workspace counts as among these; undefined where the operator raised the limit of the workspace. It is
 * counted in a write of its own before the transaction: all these bots share one row.
 */
export const botOfAllUse = (useOf: UseOf, workspace: Sending, now: Instant): Use | undefined =>
  hasInitialBots(workspace) ? botOfAll(useOf, now) : undefined;

function monthAt(now: Instant): Pick<Use, 'windowStartsAt' | 'windowEndsAt'> {
  const month = monthOf(utcDateOf(now));
  return { windowStartsAt: monthStartsAt(month), windowEndsAt: resetsAt(month) };
}

/** That a founder has sent all bots of further workspaces, and until when, as a sentence. */
export const furtherBotsSentence = ({ most, windowEndsAt }: Use): string =>
  `The limit of ${most} bots a month of all further workspaces that one user founded is used up: it resets at ${isoOf(windowEndsAt)}, and the operator of the deployment can raise the limit of a workspace.`;

/** The same of the bots of a day of all workspaces. */
export const botsOfAllSentence = ({ most, windowEndsAt }: Use): string =>
  `The limit of ${most} bots a day of all workspaces of this deployment whose limit of bots was not raised is used up: it resets at ${isoOf(windowEndsAt)}, and the operator of the deployment can raise the limit of a workspace.`;

/** A limit of the month was reached by bots that were sent meanwhile. */
export const isLimitOfSentBots = (error: unknown): boolean =>
  error instanceof Refusal && error.faults.some(({ code }) => code === 'plan_upgrade_required');

import * as v from 'valibot';
import type { PaidWalks } from '#shared/accounts/workspaces/paid-walks';
import { ENDPOINTS_STAY_MS, type WorkspaceJob } from '#shared/accounts/workspaces/rules/workspace';
import type { CommandContext } from '#shared/foundation/commands/context';
import { later } from '#shared/foundation/core/time';
import { id } from '#shared/foundation/dynamodb/row-parts';
import type { JobStep } from '#shared/foundation/events/job-worker';
import { walkTwice } from '#shared/foundation/events/walk-twice';
import {
  sendHeldBots,
  sendHeldDeliveries,
  syncCalendars,
  syncFeeds,
} from '#shared/lifecycle/workspaces/commands/catch-up';
import {
  cancelBots,
  cancelOrders,
  disableEndpoints,
  disconnectCalendars,
  disconnectFeeds,
  purgeSome,
} from '#shared/lifecycle/workspaces/commands/close-workspace';

const Content: v.GenericSchema<unknown, WorkspaceJob> = v.object({ workspaceId: id('wks') });

/** The cursor once bots, orders and calendars have ended: only the webhook endpoints are left. */
const ENDED = { all: 'told' } as const;

/** Cancels the bots and orders and disconnects the calendars of an archived workspace, then disables its webhook endpoints. */
export function closingStep(context: CommandContext, paid: PaidWalks): JobStep {
  const { clock } = context;
  const end = paid(
    walkTwice(
      clock,
      Content,
      cancelBots(context),
      cancelOrders(context),
      disconnectCalendars(context),
      disconnectFeeds(context),
    ),
  );
  return async (job, lease) => {
    if (job.cursor?.['all'] === ENDED.all) {
      await disableEndpoints(context)(v.parse(Content, job.content));
      return 'done';
    }
    const progress = await end(job, lease);
    return progress === 'done' ? { cursor: ENDED, notBefore: later(clock.now(), ENDPOINTS_STAY_MS) } : progress;
  };
}

/** Catches up on what waited while a workspace was paused. */
export const resumingStep = (context: CommandContext): JobStep =>
  walkTwice(
    context.clock,
    Content,
    sendHeldDeliveries(context),
    sendHeldBots(context),
    syncCalendars(context),
    syncFeeds(context),
  );

const PurgeCursor = v.object({ list: v.number() });

/** Deletes the content of an archived workspace, some of it in each step. */
export function purgeStep(...storage: Parameters<typeof purgeSome>): JobStep {
  const purge = purgeSome(...storage);
  return async ({ content, cursor }) => {
    const next = await purge(v.parse(Content, content), cursor && v.parse(PurgeCursor, cursor));
    return next === 'done' ? 'done' : { cursor: { ...next } };
  };
}

import { CliError, UsageError } from '#bin/cli/cli-error';
import { flag, optional, positional } from '#bin/cli/options';
import { id } from '#bin/cli/value-types';
import { operatorCommand, type Report } from '#bin/operator/operator-command';
import { beginReadOnly, endReadOnly } from '#bin/operator/read-only';
import { withStage } from '#bin/operator/stage';
import { pauseWorkspace, resumeWorkspace } from '#shared/accounts/workspaces/commands/pause-workspace';
import type { Workspace } from '#shared/accounts/workspaces/rules/workspace';
import { workspaces } from '#shared/accounts/workspaces/store';
import { connectionPage } from '#shared/calendars/connections/store';
import { calendarFeeds } from '#shared/calendars/feeds/store';
import { auditingOperator } from '#shared/foundation/commands/auditing';
import type { CommandContext } from '#shared/foundation/commands/context';
import type { WorkspaceId } from '#shared/foundation/core/ids';
import type { Page, PageRequest } from '#shared/foundation/core/page';
import type { Table } from '#shared/foundation/core/table';
import { isoOf } from '#shared/foundation/core/time';
import { bots, queuedBots } from '#shared/meetings/bots/store';
import { deliveryStore } from '#shared/webhooks/delivery/store';

/** npm run ops -- pause: lets what a workspace does by itself wait, or all writes of a deployment; or resumes them. */
export const pause = operatorCommand({
  name: 'pause',
  description: `Lets the automatic bots, calendar polls and webhook deliveries of a workspace wait, within ten seconds, and prints what
waits. What is under way goes on, as do bots that are sent by hand, and reads and writes of the API. With --resume, a job catches up on what waited.
With --read-only and no workspace, writes of the API and of the pages are answered 503 in the whole deployment, while reads,
sign-ins and all work of the service go on. Repeated, it changes nothing.`,
  options: {
    workspace: positional(optional(id('wks'), 'id of the workspace')),
    readOnly: flag('refuses all writes of the API and of the pages'),
    resume: flag('ends the pause and catches up on what waited, or ends read-only mode'),
  },
  run: ({ workspace, readOnly, resume, ...options }) => {
    if ((workspace === undefined) !== readOnly)
      throw new UsageError('Name a workspace, or give --read-only for the whole deployment');
    return withStage(options, ({ context }) => {
      if (workspace === undefined) return (resume ? endReadOnly : beginReadOnly)(options.stage, context);
      return resume ? resumeOne(context, workspace) : pauseOne(context, workspace);
    });
  },
});

/** Throws a CliError for an unknown workspace, and a Refusal for one that is archived. */
export async function pauseOne(context: CommandContext, id: WorkspaceId): Promise<Report> {
  const before = await find(context.table, id);
  const audited = auditingOperator(context, 'workspace.paused', { workspaceId: id, targetId: id });
  const { name, pausedAt } = await pauseWorkspace(audited)(id);
  const since = pausedAt === undefined ? null : isoOf(pausedAt);
  const waits = await waiting(context.table, id);
  return {
    json: { workspace_id: id, paused: true, paused_at: since, waits },
    text: [
      `${name} (${id}) ${before.pausedAt === undefined ? 'is paused' : `has been paused since ${since}`}. What waits:`,
      ...asLines(waits),
      `npm run ops -- pause ${id} --resume ends it.`,
    ].join('\n'),
  };
}

/** Throws a CliError for an unknown workspace. */
export async function resumeOne(context: CommandContext, id: WorkspaceId): Promise<Report> {
  const before = await find(context.table, id);
  const waits = await waiting(context.table, id);
  const audited = auditingOperator(context, 'workspace.resumed', { workspaceId: id, targetId: id });
  const { name } = await resumeWorkspace(audited)(id);
  if (before.pausedAt === undefined)
    return { json: { workspace_id: id, paused: false, waits }, text: `${name} (${id}) is not paused.` };
  return {
    json: { workspace_id: id, paused: false, paused_at: isoOf(before.pausedAt), waits },
    text: [
      `${name} (${id}) is resumed; it was paused since ${isoOf(before.pausedAt)}. A job catches up within minutes on:`,
      ...asLines(waits),
    ].join('\n'),
  };
}

async function find(table: Table, id: WorkspaceId): Promise<Workspace> {
  const found = await workspaces.find(table, id);
  if (!found) throw new CliError(`There is no workspace ${id}, or its content is deleted`);
  return found.state;
}

interface Waiting {
  /** Whose attempt was due. A redelivery that someone requested waits as a job, and is not counted. */
  readonly webhook_events: number;
  /** Automatic bots that were due. */
  readonly bots: number;
  readonly calendars: number;
  readonly calendar_feeds: number;
}

const NOUNS: Readonly<Record<keyof Waiting, string>> = {
  webhook_events: 'webhook events that were due',
  bots: 'automatic bots that were due',
  calendars: 'calendars that are synced',
  calendar_feeds: 'calendar feeds that are synced',
};

const asLines = (waits: Waiting): readonly string[] =>
  (Object.keys(NOUNS) as (keyof Waiting)[]).map((kind) => `  ${waits[kind]} ${NOUNS[kind]}`);

/** All pages of each list are read: a workspace is paused seldom. */
async function waiting(table: Table, id: WorkspaceId): Promise<Waiting> {
  const isHeld = async (bot: Awaited<ReturnType<typeof queuedBots>>['items'][number]): Promise<boolean> => {
    const state = (await bots.find(table, bot))?.state;
    return state?.status === 'queued' && state.waitedForResumption === true;
  };
  return {
    webhook_events: await count(
      (page) => deliveryStore(table).waiting({ workspaceId: id }, page),
      async ({ slot }) => slot?.paused === true,
    ),
    bots: await count((page) => queuedBots(table, id, page), isHeld),
    calendars: await count((page) => connectionPage(table, { workspaceId: id }, page), isActive),
    calendar_feeds: await count((page) => calendarFeeds.list(table, id, page), isActive),
  };
}

const isActive = async ({ status }: { readonly status: string }): Promise<boolean> => status === 'active';

async function count<Item>(
  read: (page: PageRequest) => Promise<Page<Item>>,
  waits: (item: Item) => Promise<boolean>,
): Promise<number> {
  let found = 0;
  let after: string | undefined;
  do {
    const { items, next } = await read({ limit: 50, after });
    found += (await Promise.all(items.map(waits))).filter(Boolean).length;
    after = next;
  } while (after !== undefined);
  return found;
}

import { CliError } from '#bin/cli/cli-error';
import type { Report } from '#bin/operator/operator-command';
import { printableInLine } from '#bin/operator/printable';
import { scheduleDeliveredSums } from '#shared/accounts/usage/delivered-due-store';
import { unarchiveWorkspace } from '#shared/accounts/workspaces/commands/save-workspace';
import { workspaces } from '#shared/accounts/workspaces/store';
import { connectionPage } from '#shared/calendars/connections/store';
import { calendarFeeds } from '#shared/calendars/feeds/store';
import { auditingOperator } from '#shared/foundation/commands/auditing';
import type { CommandContext } from '#shared/foundation/commands/context';
import type { WorkspaceId } from '#shared/foundation/core/ids';
import type { Page, PageRequest } from '#shared/foundation/core/page';
import { webhookEndpoints } from '#shared/webhooks/endpoints/store';

/** What comes back with a workspace without a hand. */
const BY_ITSELF = [
  'members, roles and API keys, with the next request',
  'meetings, recordings, transcripts, summaries, conversations, files and settings',
  'bots of upcoming meetings that settings record, within minutes',
];

/** What the archive ended for good. */
const ENDED = ['bots that were sent by hand and orders that were under way: send and order them again'];

/**
 * Takes the archive of a workspace back within 30 days, and answers what came back and what has to be connected again.
 * Throws a CliError for an unknown workspace, and a Refusal for one that is not archived or whose days are over.
 */
export async function restoreWorkspace(context: CommandContext, id: WorkspaceId): Promise<Report> {
  const { table, clock } = context;
  if (!(await workspaces.find(table, id))) throw new CliError(`There is no workspace ${id}, or its content is deleted`);
  const audited = auditingOperator(context, 'workspace.restored', { workspaceId: id, targetId: id });
  const { name, endpoints } = await unarchiveWorkspace(audited)(id);
  // Their sums ended with the archive; those that went on stay.
  await table.write(scheduleDeliveredSums(id, clock.now()));
  const calendars = await idsOf((page) => connectionPage(table, { workspaceId: id }, page));
  const feeds = await idsOf((page) => calendarFeeds.list(table, id, page));
  const found = await Promise.all(endpoints.map((endpoint) => webhookEndpoints.find(table, endpoint.id)));
  const disabled = found.flatMap((one) => (one?.state.status === 'disabled' ? [one.state.id] : []));
  const again = [
    ...listed('calendar connections: their members connect them again by a connect link', calendars),
    ...listed('calendar feeds: their URLs are added again', feeds),
    ...listed('webhook endpoints: PATCH each with status enabled; events since the archive are not sent', disabled),
    ...ENDED,
  ];
  return {
    json: { workspace_id: id, by_itself: BY_ITSELF, again: { calendars, feeds, endpoints: disabled, others: ENDED } },
    text: [
      `${printableInLine(name)} (${id}) is restored.`,
      'Comes back by itself:',
      ...BY_ITSELF.map((line) => `  ${line}`),
      'Has to be done again:',
      ...again.map((line) => `  ${line}`),
    ].join('\n'),
  };
}

const listed = (what: string, ids: readonly string[]): readonly string[] =>
  ids.length === 0 ? [] : [`${ids.length} ${what} (${ids.join(', ')})`];

interface Ended {
  readonly id: string;
  readonly status: string;
}

/** Ids of calendars that are disconnected; a workspace has few. */
async function idsOf(read: (page: PageRequest) => Promise<Page<Ended>>): Promise<readonly string[]> {
  const found: string[] = [];
  let after: string | undefined;
  do {
    const { items, next } = await read({ limit: 50, after });
    found.push(...items.flatMap(({ id, status }) => (status === 'disconnected' ? [id] : [])));
    after = next;
  } while (after !== undefined);
  return found;
}

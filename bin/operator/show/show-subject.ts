import { CliError } from '#bin/cli/cli-error';
import type { AllWorkspaces } from '#bin/operator/all-workspaces';
import { auditRead } from '#bin/operator/audit-read';
import { logGroupsOf } from '#bin/operator/log-groups';
import {
  jobsNaming,
  MOST_ROWS,
  neighboursOf,
  rowsOfId,
  shownRow,
  summaryOf,
  workspacesIn,
} from '#bin/operator/show/stored-rows';
import type { Subject } from '#bin/operator/show/subject';
import { workspacesOf } from '#shared/accounts/identity/commands/audit-user';
import { userIdByEmail } from '#shared/accounts/identity/store';
import { addressHashOf } from '#shared/accounts/mail/suppressions-store';
import { workspaceIdOfNumber, workspaces } from '#shared/accounts/workspaces/store';
import type { CommandContext } from '#shared/foundation/commands/context';
import { idOf, type WorkspaceId } from '#shared/foundation/core/ids';
import { domainOf } from '#shared/foundation/core/people';
import type { Item, Table } from '#shared/foundation/core/table';
import { isoOf } from '#shared/foundation/core/time';
import { invitationsPartition, listOf } from '#shared/foundation/dynamodb/keys';
import { partition } from '#shared/foundation/dynamodb/rows';
import { deliveryStore } from '#shared/webhooks/delivery/store';

export interface ShowSources {
  readonly context: CommandContext;
  readonly workspaces: AllWorkspaces;
  /** Dead letters that name an id, as they are printed. */
  readonly deadLettersNaming: (id: string) => Promise<readonly unknown[]>;
  /** `production`, for the log query. */
  readonly stage: string;
}

type Shown = Readonly<Record<string, unknown>>;

/**
 * Everything that is stored on a subject, as JSON: its rows, what they name, its webhook events, jobs and dead letters.
 * The audit log of each workspace concerned tells of it before it is returned. Throws a CliError where nothing is found.
 */
export async function showSubject(sources: ShowSources, subject: Subject, reveals: boolean): Promise<Shown> {
  switch (subject.kind) {
    case 'id':
      return showId(sources, subject.id, reveals);
    case 'workspace_number': {
      const id = await workspaceIdOfNumber(sources.context.table, subject.number);
      if (id === undefined) throw new CliError(`There is no workspace ${subject.number}`);
      return showId(sources, id, reveals);
    }
    case 'email':
      return showEmail(sources, subject.email, reveals);
    case 'domain':
      return showDomain(sources, subject.domain, reveals);
  }
}

async function showId(sources: ShowSources, id: string, reveals: boolean): Promise<Shown> {
  const { context, deadLettersNaming, stage } = sources;
  const { table } = context;
  const [{ rows, hasMore }, jobs, deadLetters] = await Promise.all([
    rowsOfId(table, id),
    jobsNaming(table, id),
    deadLettersNaming(id),
  ]);
  if (rows.length === 0 && jobs.length === 0 && deadLetters.length === 0)
    throw new CliError(`Nothing is stored under ${id}: it never existed, was deleted, or is of another stage`);
  const userId = idOf('usr', id);
  // A user may have more roles than rows are printed.
  const roles = userId === undefined ? [] : await workspacesOf(table, userId);
  const owners = [...new Set([...workspacesIn([...rows, ...jobs]), ...roles])];
  // Rows of other workspaces are named by no row; where one did, it would not be this workspace's to show.
  const neighbours = (await neighboursOf(table, rows)).filter((row) => isOf(owners, row));
  for (const owner of owners) await auditRead(context, owner, { command: 'show', subject: id, revealed: reveals });
  return {
    id,
    ...(await pausesOf(table, owners)),
    rows: rows.map((row) => shownRow(row, { reveals })),
    ...(hasMore && { more_rows: `only the first ${MOST_ROWS} are here` }),
    neighbours: neighbours.map(summaryOf),
    ...(await listsOf(table, id)),
    webhook_events: await webhookEventsOf(table, id, owners),
    jobs: jobs.map((row) => shownRow(row, { reveals })),
    dead_letters: deadLetters,
    logs: logsNaming(stage, id),
  };
}

/** Which of the workspaces wait, and since when; nothing where none does. */
async function pausesOf(table: Table, owners: readonly WorkspaceId[]): Promise<Shown> {
  const found = await Promise.all(owners.map((owner) => workspaces.find(table, owner)));
  const since = found.flatMap((one) =>
    one?.state.pausedAt === undefined ? [] : [{ id: one.state.id, paused_at: isoOf(one.state.pausedAt) }],
  );
  return since.length === 0 ? {} : { paused_workspaces: since };
}

/** Users have no workspace of their own; they are named by their role in it. */
function isOf(owners: readonly WorkspaceId[], row: Item): boolean {
  const found = workspacesIn([row]);
  return found.length === 0 || found.some((one) => owners.includes(one));
}

/** The CloudWatch Logs Insights query that finds the log lines of an id. */
const logsNaming = (stage: string, id: string) => ({
  log_groups: logGroupsOf(stage),
  query: `fields @timestamp, @message | filter @message like "${id}" | sort @timestamp desc`,
});

/** The newest of a workspace's lists. */
const LISTS = {
  webhook_endpoints: listOf.endpoints,
  calendar_connections: listOf.connections,
  calendar_feeds: listOf.calendarFeeds,
  users: listOf.users,
  bots: listOf.bots,
  meetings: listOf.meetings,
  orders: listOf.orders,
} as const;
const MOST_LISTED = 10;

async function listsOf(table: Table, id: string): Promise<Shown> {
  const workspace = idOf('wks', id);
  if (workspace === undefined) return {};
  const lists = Object.entries(LISTS).map(async ([name, partitionOf]) => {
    const where = { text: 'list_pk = :pk', values: { ':pk': partitionOf(workspace) } };
    const { items } = await table.query({ index: 'list', where, newestFirst: true, limit: MOST_LISTED });
    const rows = await Promise.all(items.map(({ pk, sk }) => table.get({ pk, sk })));
    return [name, rows.flatMap((row) => (row ? [summaryOf(row)] : []))] as const;
  });
  return Object.fromEntries(await Promise.all(lists));
}

async function webhookEventsOf(table: Table, id: string, owners: readonly WorkspaceId[]): Promise<readonly Shown[]> {
  const endpointId = idOf('whe', id);
  const [workspaceId] = owners;
  if (workspaceId === undefined) return [];
  const about = id === workspaceId ? {} : endpointId === undefined ? { resourceId: id } : { endpointId };
  const page = { limit: MOST_LISTED, after: undefined };
  const { items } = await deliveryStore(table).page({ workspaceId, ...about }, page);
  return items.map((one) => ({
    ...{ id: one.id, type: one.type, status: one.status, attempts: one.attemptsCount },
    ...('dueAt' in one && { due_at: isoOf(one.dueAt) }),
  }));
}

/** Who has the address: a user, invitations, and whether it gets mail. Members and people are found by `export-person`. */
async function showEmail(sources: ShowSources, email: string, reveals: boolean): Promise<Shown> {
  const { table } = sources.context;
  const [userId, invitations, suppressions] = await Promise.all([
    userIdByEmail(table, email),
    partition(table, invitationsPartition(email)),
    partition(table, `SUPPRESSED#${addressHashOf(email)}`),
  ]);
  const owners = workspacesIn(invitations.map((row) => ({ ...row, pk: row.sk })));
  if (userId === undefined && invitations.length === 0 && suppressions.length === 0)
    throw new CliError(`No user, invitation or suppression of mail has this address; export-person looks everywhere`);
  for (const owner of owners) await auditRead(sources.context, owner, { command: 'show', revealed: reveals });
  return {
    user: userId === undefined ? null : await showId(sources, userId, reveals),
    invitations: invitations.map(({ sk, type }) => ({ workspace_id: sk, type })),
    mail_suppressions: suppressions.map((row) => shownRow(row, { reveals })),
  };
}

/** The workspaces that name a domain as theirs, or whose owner has an address of it. It reads the whole table. */
async function showDomain(sources: ShowSources, domain: string, reveals: boolean): Promise<Shown> {
  const found: Shown[] = [];
  for await (const { id, emailDomains, verifiedDomains = [], ownerEmail } of sources.workspaces()) {
    const isOwner = domainOf(ownerEmail) === domain;
    if (!isOwner && ![...emailDomains, ...verifiedDomains].includes(domain)) continue;
    await auditRead(sources.context, id, { command: 'show', revealed: reveals });
    found.push({
      id,
      owner: isOwner,
      email_domain: emailDomains.includes(domain),
      verified: verifiedDomains.includes(domain),
    });
  }
  if (found.length === 0) throw new CliError(`No workspace has the domain ${domain}`);
  return { domain, workspaces: found };
}

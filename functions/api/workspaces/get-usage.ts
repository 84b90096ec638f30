import { presentWorkspaceUsage } from '#shared/accounts/usage/present';
import { storedBytesLimit } from '#shared/accounts/usage/rules/stored-bytes';
import { monthOf } from '#shared/accounts/usage/rules/usage';
import { limitUses } from '#shared/accounts/usage/rules/usage-limits';
import {
  daysOf,
  MOST_DAYS,
  reportOf,
  type UsageGrouping,
  type UsageSpan,
  usageSpan,
} from '#shared/accounts/usage/rules/usage-report';
import { amountsOf, usageMonth } from '#shared/accounts/usage/store';
import { storedBytes } from '#shared/accounts/usage/stored-bytes-store';
import { byWorkspace } from '#shared/api/http/early';
import { endpoint, ok } from '#shared/api/http/endpoint';
import type { WorkspaceId } from '#shared/foundation/core/ids';
import { badRequest } from '#shared/foundation/core/refusal';
import type { Table } from '#shared/foundation/core/table';
import { type Instant, utcDateOf } from '#shared/foundation/core/time';
import { getUsageContract } from '#shared/lifecycle/usage/contract';
import { loadUsage, usageRows } from '#shared/lifecycle/usage/load-usage';

interface UsageQuery {
  readonly by?: UsageGrouping | undefined;
}

const askedOf = (workspaceId: WorkspaceId, span: UsageSpan, { by = 'day' }: UsageQuery, now: Instant) => ({
  ...{ workspaceId, span, by, now },
});

const monthAt = (now: Instant): string => monthOf(utcDateOf(now));

/**
 * The counters that are asked for. The statistics of the endpoints are many queries: they are read once the request is
 * counted.
 */
const loadCounters = (table: Table, asked: ReturnType<typeof askedOf>) =>
  Promise.all([
    usageRows(table, asked),
    usageMonth(table, asked.workspaceId, monthAt(asked.now)),
    storedBytes(table, asked.workspaceId),
  ]);

const isAnswered = (span: UsageSpan): boolean => daysOf(span) >= 1 && daysOf(span) <= MOST_DAYS;

export const usage = endpoint(getUsageContract, {
  early({ context, query, now }) {
    const span = usageSpan(query, now);
    if (!isAnswered(span)) return [];
    const load = (table: Table, id: WorkspaceId) => loadCounters(table, askedOf(id, span, query, now));
    return [byWorkspace(context.table, query.workspace_id, load)];
  },
  async run(request) {
    const { context, workspace, query, now } = request;
    const span = usageSpan(query, now);
    // A span with one end only is known here.
    if (!isAnswered(span))
      throw badRequest(`The parameter from must be at most ${MOST_DAYS - 1} days before to.`, 'from');
    const { id } = workspace.state;
    const asked = askedOf(id, span, query, now);
    const [rows, month, used] = await loadCounters(context.table, asked);
    const counts = await loadUsage(context, workspace.state, asked, rows);
    const stored = { used, limit: storedBytesLimit(workspace.state) };
    const limits = limitUses(workspace.state, monthAt(now), amountsOf(month.counts));
    return { workspaceId: id, span, by: asked.by, entries: reportOf(asked.by, span, counts), limits, stored };
  },
  reply: (answer) => ok(presentWorkspaceUsage(answer)),
});

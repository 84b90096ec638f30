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
import { workspaceIdNamed } from '#shared/accounts/workspaces/access';
import { endpoint, ok } from '#shared/api/http/endpoint';
import type { AppContext } from '#shared/api/http/ports';
import type { WorkspaceId } from '#shared/foundation/core/ids';
import { badRequest } from '#shared/foundation/core/refusal';
import { type Instant, utcDateOf } from '#shared/foundation/core/time';
import { getUsageContract } from '#shared/lifecycle/usage/contract';
import { loadUsage, usageRows } from '#shared/lifecycle/usage/load-usage';

interface Asked {
  readonly context: AppContext;
  readonly query: {
    readonly workspace_id: string;
    readonly from?: string | undefined;
    readonly to?: string | undefined;
    readonly by?: UsageGrouping | undefined;
  };
  readonly now: Instant;
}

/**
 * The counters that the query asks for, started along with the read of the key. The statistics of the endpoints are many
 * queries: they are read once the request is counted.
 */
async function readAhead({ context: { table }, query, now }: Asked): Promise<void> {
  const id = await workspaceIdNamed(table, query.workspace_id);
  const span = usageSpan(query, now);
  if (!id || !isAnswered(span)) return;
  await Promise.all([
    usageRows(table, askedOf(id, span, query, now)),
    usageMonth(table, id, monthAt(now)),
    storedBytes(table, id),
  ]);
}

const askedOf = (workspaceId: WorkspaceId, span: UsageSpan, { by = 'day' }: Asked['query'], now: Instant) => ({
  ...{ workspaceId, span, by, now },
});

const monthAt = (now: Instant): string => monthOf(utcDateOf(now));

const isAnswered = (span: UsageSpan): boolean => daysOf(span) >= 1 && daysOf(span) <= MOST_DAYS;

export const usage = endpoint(getUsageContract, {
  early: (request) => [readAhead(request)],
  async run(request) {
    const { workspace, query, now } = request;
    const { context } = request;
    const { table } = context;
    const span = usageSpan(query, now);
    // A span with one end only is known here.
    if (!isAnswered(span))
      throw badRequest(`The parameter from must be at most ${MOST_DAYS - 1} days before to.`, 'from');
    const { id } = workspace.state;
    const asked = askedOf(id, span, query, now);
    const [counts, month, used] = await Promise.all([
      loadUsage(context, workspace.state, asked),
      usageMonth(table, id, monthAt(now)),
      storedBytes(table, id),
    ]);
    const stored = { used, limit: storedBytesLimit(workspace.state) };
    const limits = limitUses(workspace.state, monthAt(now), amountsOf(month.counts));
    return { workspaceId: id, span, by: asked.by, entries: reportOf(asked.by, span, counts), limits, stored };
  },
  reply: (answer) => ok(presentWorkspaceUsage(answer)),
});

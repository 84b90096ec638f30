import type { WorkspaceId } from '#shared/core/ids';
import { badRequest } from '#shared/core/refusal';
import type { Instant } from '#shared/core/time';
import { endpoint, ok } from '#shared/http/endpoint';
import type { AppContext } from '#shared/http/ports';
import { getUsageContract } from '#shared/usage/contract';
import { presentUsage } from '#shared/usage/present';
import { dayOf, monthOf } from '#shared/usage/rules/usage';
import { limitUses } from '#shared/usage/rules/usage-limits';
import {
  daysOf,
  MOST_DAYS,
  reportOf,
  type UsageGrouping,
  type UsageSpan,
  usageSpan,
} from '#shared/usage/rules/usage-report';
import { amountsOf, usageMonth, usageOfMembers, usageOfWorkspace } from '#shared/usage/store';
import { workspaceIdNamed } from '#shared/workspaces/access';

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

/** The counters that the query asks for, started along with the read of the key. */
async function readAhead(request: Asked): Promise<void> {
  const id = await workspaceIdNamed(request.context.table, request.query.workspace_id);
  const span = usageSpan(request.query, request.now);
  if (!id || !isAnswered(span)) return;
  await Promise.all([countsOf(request, id, span), usageMonth(request.context.table, id, monthAt(request.now))]);
}

const monthAt = (now: Instant): string => monthOf(dayOf(now));

const isAnswered = (span: UsageSpan): boolean => daysOf(span) >= 1 && daysOf(span) <= MOST_DAYS;

const countsOf = ({ context: { table }, query }: Asked, id: WorkspaceId, span: UsageSpan) =>
  query.by === 'member' ? usageOfMembers(table, id, span) : usageOfWorkspace(table, id, span);

export const usage = endpoint(getUsageContract, {
  prefetch: (request) => [readAhead(request)],
  async run(request) {
    const { workspace, query, now } = request;
    const span = usageSpan(query, now);
    // A span with one end only is known here.
    if (!isAnswered(span))
      throw badRequest(`The parameter from must be at most ${MOST_DAYS - 1} days before to.`, 'from');
    const by = query.by ?? 'day';
    const { id } = workspace.state;
    const [counts, month] = await Promise.all([
      countsOf(request, id, span),
      usageMonth(request.context.table, id, monthAt(now)),
    ]);
    const limits = limitUses(workspace.state, monthAt(now), amountsOf(month.counts));
    return { workspaceId: id, span, by, entries: reportOf(by, span, counts), limits };
  },
  reply: (answer) => ok(presentUsage(answer)),
});

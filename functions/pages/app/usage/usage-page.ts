import { html } from 'hono/html';
import { monthBefore, monthOf, USAGE_KINDS, type UsageKind } from '#shared/accounts/usage/rules/usage';
import { type LimitUse, limitUses, resetsAt } from '#shared/accounts/usage/rules/usage-limits';
import { reportOf, type UsageCount, type UsageSpan } from '#shared/accounts/usage/rules/usage-report';
import { amountsOf, usageMonth } from '#shared/accounts/usage/store';
import { badge, type Content, table } from '#shared/api/page-kit/components';
import { later, utcDateOf } from '#shared/foundation/core/time';
import { loadUsage, usageRows } from '#shared/lifecycle/usage/load-usage';
import type { AppPage } from '../dependencies.ts';
import { requireRole, resolveWorkspace } from '../workspace-access.ts';
import { renderWorkspacePage } from '../workspace-page.ts';

/** GET /app/workspaces/{workspace}/usage: what was used this month and the month before, with the limits. */
export const usagePage: AppPage = async (app, c) => {
  const { workspaceId, access: resolving } = resolveWorkspace(app, c);
  const month = monthOf(utcDateOf(c.var.kit.clock.now()));
  const previous = monthBefore(month);
  const asked = (of: string) => ({ workspaceId, span: spanOf(of), by: 'kind', now: c.var.kit.clock.now() }) as const;
  const [access, { counts }, rows, rowsBefore] = await Promise.all([
    resolving.then((access) => requireRole(access, 'administer', 'Only owners and admins can see usage')),
    usageMonth(app.table, workspaceId, month),
    usageRows(app.table, asked(month)),
    usageRows(app.table, asked(previous)),
  ]);
  const { state } = access.workspace;
  const [used, before] = await Promise.all([
    loadUsage(app, state, asked(month), rows),
    loadUsage(app, state, asked(previous), rowsBefore),
  ]);
  const limits = limitUses(state, month, amountsOf(counts));
  return renderWorkspacePage(c, access, 'usage', {
    title: 'Usage',
    lead: 'By month in UTC; gigabytes are those kept on its last day. The operator of this service sets the limits.',
    main: table({
      caption: 'Usage by kind',
      columns: ['Kind', `This month (${month})`, 'Limit', `Month before (${previous})`],
      rows: rowsOf(quantities(month, used), limits, quantities(previous, before)),
      empty: '',
    }),
  });
};

const KIND_LABELS: Readonly<Record<UsageKind, string>> = {
  bots_sent: 'Bots sent',
  recorded_minutes: 'Minutes recorded',
  transcribed_minutes: 'Minutes transcribed',
  translated_minutes: 'Minutes translated',
  exports: 'Exports',
  translated_characters: 'Characters translated',
  summarized_characters: 'Characters summarized',
  recognized_seconds: 'Seconds of speech recognized',
  webhooks_delivered: 'Webhooks delivered',
  stored_gigabytes: 'Gigabytes stored',
};

const spanOf = (month: string): UsageSpan => ({ from: `${month}-01`, to: utcDateOf(later(resetsAt(month), -1)) });

type Quantities = ReadonlyMap<UsageKind, number>;

const quantities = (month: string, counts: readonly UsageCount[]): Quantities =>
  new Map(reportOf('kind', spanOf(month), counts).map(({ kind, quantity }) => [kind, quantity]));

const rowsOf = (now: Quantities, limits: readonly LimitUse[], before: Quantities): readonly (readonly Content[])[] =>
  USAGE_KINDS.map((kind) => [
    KIND_LABELS[kind],
    now.get(kind) ?? 0,
    limitCell(limits.find((limit) => limit.kind === kind)),
    before.get(kind) ?? 0,
  ]);

function limitCell(use: LimitUse | undefined): Content {
  if (!use) return 'None';
  if (use.threshold === null) return use.limit;
  return html`${use.limit} ${use.threshold === 100 ? badge('bad', 'Used up') : badge('waiting', 'Over 80 % used')}`;
}

import { limitChanges, type MonthUse } from '#shared/accounts/usage/commands/limit-changes';
import { monthOf, type UsageFact, type UsageJob } from '#shared/accounts/usage/rules/usage';
import {
  addToMember,
  addToMonth,
  amountsOf,
  isCounted,
  putFact,
  type UsageMonth,
  usageMonth,
} from '#shared/accounts/usage/store';
import { countFileChanges } from '#shared/accounts/usage/stored-files-store';
import { workspaces } from '#shared/accounts/workspaces/store';
import { command } from '#shared/foundation/commands/command';
import type { MemberId, WorkspaceId } from '#shared/foundation/core/ids';
import type { Table, Write } from '#shared/foundation/core/table';

/**
 * Counts facts of a workspace: each once, however often and in whatever order it is reported, and the bytes of its files. A fact, its counters and
 * the limits that they reach are saved in one transaction; of two workers with the same fact, the later finds it counted.
 */
export const countUsage = command(async ({ table, clock, changes }, { workspaceId, facts, files }: UsageJob) => {
  const at = clock.now();
  const [fresh, fileWrites, workspace] = await Promise.all([
    uncounted(table, facts),
    countFileChanges(table, workspaceId, files, at),
    workspaces.find(table, workspaceId),
  ]);
  // A workspace that was purged since has no usage any more.
  if (fresh.length + fileWrites.length === 0 || !workspace) return;
  const months = await loadMonths(table, workspaceId, fresh);
  const { writes = [], ...limits } = limitChanges(workspace, workspace.state, months.map(useAfter));
  const counted = [
    ...fresh.map((fact) => putFact(fact, at)),
    ...months.flatMap((month) => countersOf(workspaceId, month)),
    ...fileWrites,
  ];
  await changes.save({ at, writes: [counted, ...writes], ...limits });
});

async function uncounted(table: Table, facts: readonly UsageFact[]): Promise<readonly UsageFact[]> {
  const each = [...new Map(facts.map((fact) => [`${fact.kind} ${fact.subject}`, fact])).values()];
  const counted = await Promise.all(each.map((fact) => isCounted(table, fact)));
  return each.filter((_fact, nth) => !counted[nth]);
}

/** The facts of a month, with what was counted before. */
interface Month {
  readonly month: string;
  readonly facts: readonly UsageFact[];
  readonly before: UsageMonth;
}

const loadMonths = (table: Table, workspace: WorkspaceId, facts: readonly UsageFact[]): Promise<readonly Month[]> =>
  Promise.all(
    [...Map.groupBy(facts, ({ day }) => monthOf(day))].map(async ([month, some]) => ({
      month,
      facts: some,
      before: await usageMonth(table, workspace, month),
    })),
  );

const useAfter = ({ month, facts, before }: Month): MonthUse => ({
  month,
  amountOf: amountsOf([...before.counts, ...facts]),
});

const countersOf = (workspace: WorkspaceId, { month, facts, before }: Month): readonly Write[] => [
  addToMonth(workspace, month, facts, before),
  ...membersIn(facts).map((member) =>
    addToMember(
      workspace,
      month,
      member,
      facts.filter(({ memberId }) => memberId === member),
    ),
  ),
];

const membersIn = (facts: readonly UsageFact[]): readonly MemberId[] => [
  ...new Set(facts.flatMap(({ memberId }) => memberId ?? [])),
];

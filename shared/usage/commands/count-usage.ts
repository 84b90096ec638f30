import { command } from '#shared/commands/command';
import type { MemberId, WorkspaceId } from '#shared/core/ids';
import type { Table, Write } from '#shared/core/table';
import { monthOf, type UsageFact, type UsageJob } from '#shared/usage/rules/usage';
import { addToMember, addToMonth, isCounted, putFact, usageMonth } from '#shared/usage/store';

/**
 * Counts facts of a workspace: each once, however often and in whatever order it is reported. A fact and its counters are
 * saved in one transaction; of two workers with the same fact, the later finds it counted.
 */
export const countUsage = command(async ({ table, clock, changes }, { workspaceId, facts }: UsageJob) => {
  const fresh = await uncounted(table, facts);
  if (fresh.length === 0) return;
  const at = clock.now();
  await changes.save({
    at,
    writes: [fresh.map((fact) => putFact(fact, at)), await counters(table, workspaceId, fresh)],
  });
});

async function uncounted(table: Table, facts: readonly UsageFact[]): Promise<readonly UsageFact[]> {
  const each = [...new Map(facts.map((fact) => [`${fact.kind} ${fact.subject}`, fact])).values()];
  const counted = await Promise.all(each.map((fact) => isCounted(table, fact)));
  return each.filter((_fact, nth) => !counted[nth]);
}

async function counters(table: Table, workspace: WorkspaceId, facts: readonly UsageFact[]): Promise<readonly Write[]> {
  const months = [...Map.groupBy(facts, ({ day }) => monthOf(day))];
  const writes = await Promise.all(
    months.map(async ([month, some]) => [
      addToMonth(workspace, month, some, await usageMonth(table, workspace, month)),
      ...membersIn(some).map((member) =>
        addToMember(
          workspace,
          month,
          member,
          some.filter(({ memberId }) => memberId === member),
        ),
      ),
    ]),
  );
  return writes.flat();
}

const membersIn = (facts: readonly UsageFact[]): readonly MemberId[] => [
  ...new Set(facts.flatMap(({ memberId }) => memberId ?? [])),
];

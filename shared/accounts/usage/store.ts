import * as v from 'valibot';
import { COUNTED_KINDS, type CountedKind, monthOf, type UsageFact } from '#shared/accounts/usage/rules/usage';
import { monthsOf, type UsageCount, type UsageSpan } from '#shared/accounts/usage/rules/usage-report';
import { idOf, type MemberId, type WorkspaceId } from '#shared/foundation/core/ids';
import type { Item, Key, Table, Write } from '#shared/foundation/core/table';
import { DAY_MS, type Instant, later, ttlAt } from '#shared/foundation/core/time';
import { USAGE, usageFactKey, usageKey } from '#shared/foundation/dynamodb/keys';
import { allRows, unlessSavedSince, unlessThere } from '#shared/foundation/dynamodb/rows';

/** Longer than a job, and a message in a dead-letter queue, can be repeated. */
export const FACTS_KEPT_MS = 60 * DAY_MS;

/** The counts of a workspace, or of a member in it, in one month: an attribute for each day and kind. */
export interface UsageMonth {
  /** 0 before anything was counted. */
  readonly revision: number;
  readonly counts: readonly UsageCount[];
}

/** Whether a fact was counted. */
export const isCounted = async (table: Table, { kind, subject }: UsageFact): Promise<boolean> =>
  (await table.get(usageFactKey(kind, subject))) !== undefined;

/** What a workspace used in a month, strongly consistent: one read. */
export async function usageMonth(table: Table, workspace: WorkspaceId, month: string): Promise<UsageMonth> {
  const item = await table.get(usageKey(workspace, month));
  return { revision: item?.revision ?? 0, counts: item ? countsIn(item) : [] };
}

/** What a workspace used: a row for each month, read together. */
export async function usageOfWorkspace(
  table: Table,
  workspace: WorkspaceId,
  span: UsageSpan,
): Promise<readonly UsageCount[]> {
  const months = await Promise.all(monthsOf(span).map((month) => usageMonth(table, workspace, month)));
  return months.flatMap(({ counts }) => counts);
}

/** The same with a row for each month and member, page by page. */
export async function usageOfMembers(
  table: Table,
  workspace: WorkspaceId,
  { from, to }: UsageSpan,
): Promise<readonly UsageCount[]> {
  const rows = await allRows(table, {
    text: 'pk = :pk AND sk BETWEEN :from AND :to',
    // `~` sorts after the `#` before a member.
    values: { ':pk': workspace, ':from': `${USAGE}${monthOf(from)}`, ':to': `${USAGE}${monthOf(to)}~` },
  });
  return rows.flatMap(countsIn);
}

/** That a fact was counted. Refused where it was before. */
export const putFact = ({ kind, subject }: UsageFact, at: Instant): Write => ({
  put: {
    ...usageFactKey(kind, subject),
    type: 'usage_fact',
    ttl: ttlAt(later(at, FACTS_KEPT_MS)),
  },
  when: unlessThere,
});

/** Adds facts of one month to the counts of the workspace. Refused where others were counted since it was read. */
export const addToMonth = (
  workspace: WorkspaceId,
  month: string,
  facts: readonly UsageFact[],
  { revision }: UsageMonth,
): Write => ({ ...add(usageKey(workspace, month), facts), when: unlessSavedSince(revision) });

/** Makes what is counted at the same time count again. Refused where something was counted since the month was read. */
export const bumpMonthRevision = (workspace: WorkspaceId, month: string, { revision }: UsageMonth): Write => ({
  update: usageKey(workspace, month),
  set: {
    text: 'SET #type = :type ADD revision :one',
    names: { '#type': 'type' },
    values: { ':type': 'usage', ':one': 1 },
  },
  when: unlessSavedSince(revision),
});

/** Adds facts of one month and member to the counts of that member. */
export const addToMember = (
  workspace: WorkspaceId,
  month: string,
  memberId: MemberId,
  facts: readonly UsageFact[],
): Write => add(usageKey(workspace, month, memberId), facts);

/** The sum of each kind, in seconds or pieces. */
export const amountsOf =
  (counts: readonly Pick<UsageCount, 'kind' | 'amount'>[]) =>
  (kind: CountedKind): number =>
    counts.reduce((sum, count) => (count.kind === kind ? sum + count.amount : sum), 0);

const counterName = ({ day, kind }: UsageFact): string => `d${day.slice(8)}_${kind}`;

function add(key: Key, facts: readonly UsageFact[]) {
  const added = [...Map.groupBy(facts, counterName)].map(([name, some], nth) => ({
    ...{ name, nth },
    amount: some.reduce((sum, { amount }) => sum + amount, 0),
  }));
  return {
    update: key,
    set: {
      text: `SET #type = :type ADD revision :one, ${added.map(({ nth }) => `#n${nth} :n${nth}`).join(', ')}`,
      names: { '#type': 'type', ...Object.fromEntries(added.map(({ nth, name }) => [`#n${nth}`, name])) },
      values: {
        ...{ ':type': 'usage', ':one': 1 },
        ...Object.fromEntries(added.map(({ nth, amount }) => [`:n${nth}`, amount])),
      },
    },
  };
}

const Counter = v.number();

function countsIn(item: Item): readonly UsageCount[] {
  const [month = '', member] = item.sk.slice(USAGE.length).split('#');
  const memberId = idOf('mem', member) ?? null;
  return Object.entries(item).flatMap(([name, value]) => {
    const [, day, rest] = /^d(\d\d)_(.+)$/.exec(name) ?? [];
    const kind = COUNTED_KINDS.find((one) => one === rest);
    return kind ? [{ day: `${month}-${day}`, kind, memberId, amount: v.parse(Counter, value) }] : [];
  });
}

/** The keys of everything that is counted of a workspace. */
export const usageKeys = async (table: Table, workspace: WorkspaceId): Promise<readonly Key[]> =>
  allRows(table, {
    text: 'pk = :pk AND begins_with(sk, :usage)',
    values: { ':pk': workspace, ':usage': USAGE },
  });

import * as v from 'valibot';
import {
  addedUp,
  countedLate,
  type DeliveredDay,
  type DeliveredMonth,
  deliveredOn,
  type FormerEndpoint,
  momentsOf,
  type SummedMonth,
} from '#shared/accounts/usage/rules/delivered-webhooks';
import { monthOf } from '#shared/accounts/usage/rules/usage';
import type { UsageSpan } from '#shared/accounts/usage/rules/usage-report';
import type { WorkspaceId } from '#shared/foundation/core/ids';
import { mapConcurrently } from '#shared/foundation/core/map-concurrently';
import type { Item, Table, Write } from '#shared/foundation/core/table';
import { DELIVERED, deliveredKey } from '#shared/foundation/dynamodb/keys';
import { allRows } from '#shared/foundation/dynamodb/rows';
import type { AttemptGroup } from '#shared/webhooks/delivery/rules/delivery';
import { findCounts } from '#shared/webhooks/stats/stats-store';

/** Each is four queries. */
const GROUPS_AT_ONCE = 5;

const Month = v.object({ through: v.string(), deletions: v.optional(v.number(), 0) });
const Count = v.number();

/** The webhooks of the months of a span, as far as they are summed up. */
export async function deliveredMonths(
  table: Table,
  workspace: WorkspaceId,
  { from, to }: UsageSpan,
): Promise<readonly DeliveredMonth[]> {
  const rows = await allRows(table, {
    text: 'pk = :pk AND sk BETWEEN :from AND :to',
    values: { ':pk': workspace, ':from': `${DELIVERED}${monthOf(from)}`, ':to': `${DELIVERED}${monthOf(to)}` },
  });
  return rows.map(monthIn);
}

function monthIn(item: Item): DeliveredMonth {
  const month = item.sk.slice(DELIVERED.length);
  return { month, ...v.parse(Month, item), days: daysNamed('d', month, item), former: daysNamed('f', month, item) };
}

/** Counts of days as a row has them: `d24` of the sum, `f24` of endpoints that were deleted before it was made. */
function daysNamed(letter: 'd' | 'f', month: string, item: Item): readonly DeliveredDay[] {
  return Object.entries(item).flatMap(([name, value]) => {
    const [, day] = name.startsWith(letter) ? (/^.(\d\d)$/.exec(name) ?? []) : [];
    return day ? [{ day: `${month}-${day}`, count: v.parse(Count, value) }] : [];
  });
}

const namesOf = (letter: 'd' | 'f', days: readonly DeliveredDay[]) =>
  Object.fromEntries(days.map(({ day }, nth) => [`#n${nth}`, `${letter}${day.slice(8)}`]));

const valuesOf = (days: readonly DeliveredDay[]) =>
  Object.fromEntries(days.map(({ count }, nth) => [`:n${nth}`, count]));

/**
 * Keeps the sums of days that are over. Another worker writes the same sums of the same days; one that comes late, and knows
 * fewer days, changes nothing, nor does one that has read fewer deletions than there are.
 */
export const putDeliveredMonth = (
  workspace: WorkspaceId,
  { month, through, days }: SummedMonth,
  deletions: number,
): Write => ({
  update: deliveredKey(workspace, month),
  set: {
    text: `SET #type = :type, through = :through${days.map((_, nth) => `, #n${nth} = :n${nth}`).join('')}`,
    names: { '#type': 'type', ...namesOf('d', days) },
    values: { ':type': 'delivered_webhooks', ':through': through, ':deletions': deletions, ...valuesOf(days) },
  },
  when: {
    text: `(attribute_not_exists(through) OR through < :through) AND (${deletions === 0 ? 'attribute_not_exists(deletions) OR ' : ''}deletions = :deletions)`,
  },
});

/** Adds what a deleted endpoint had got to days that are not summed up, unless one of them is summed up meanwhile. */
export const addFormer = (
  workspace: WorkspaceId,
  { month, through }: Pick<DeliveredMonth, 'month' | 'through'>,
  days: readonly DeliveredDay[],
): Write => ({
  update: deliveredKey(workspace, month),
  set: {
    text: `SET #type = :type, through = if_not_exists(through, :through) ADD deletions :one${days.map((_, nth) => `, #n${nth} :n${nth}`).join('')}`,
    names: { '#type': 'type', ...namesOf('f', days) },
    values: { ':type': 'delivered_webhooks', ':through': through, ':one': 1, ...valuesOf(days) },
  },
  when: { text: 'attribute_not_exists(through) OR through = :through' },
});

/**
 * The webhooks that were delivered on days that are not summed up, by the statistics of their attempts, and what deletions
 * of endpoints have counted; days without any are left out.
 */
export async function countDelivered(
  table: Table,
  { groups, former, months }: DeliveredRows,
  days: readonly string[],
): Promise<readonly DeliveredDay[]> {
  const moments = momentsOf(days);
  const [first] = days;
  if (!moments || first === undefined) return [];
  const countsOf = async (group: AttemptGroup) => deliveredOn(days, await findCounts(table, group, moments));
  const late = former.filter(({ deletedOn }) => deletedOn >= first);
  const counted = await mapConcurrently([...groups, ...late], GROUPS_AT_ONCE, async (one) =>
    typeof one === 'string' ? countsOf(one) : countedLate(one, await countsOf(one.id)),
  );
  const atDeletion = months.flatMap((month) => month.former).filter(({ day }) => days.includes(day));
  return addedUp([...counted.flat(), ...atDeletion]);
}

interface DeliveredRows {
  /** Who gets webhooks: the endpoints of a workspace, and its orders. */
  readonly groups: readonly AttemptGroup[];
  readonly former: readonly FormerEndpoint[];
  readonly months: readonly DeliveredMonth[];
}

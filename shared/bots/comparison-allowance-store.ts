import * as v from 'valibot';
import type { ComparisonAllowance } from '#shared/bots/ports';
import { isWithinAllowance } from '#shared/bots/rules/comparison-allowance';
import type { CommandContext } from '#shared/commands/context';
import type { Expression, Item } from '#shared/core/table';
import { DAY_MS, later, ttlAt, utcDateOf } from '#shared/core/time';
import { comparedKey } from '#shared/dynamodb/keys';

const KEPT_MS = 7 * DAY_MS;

const Row = v.object({ transcribed: v.optional(v.number(), 0), compared: v.optional(v.number(), 0) });

/**
 * One row for each day. A step that is repeated counts again, and of two recordings that ask at the same moment both may
 * be let through: the limit is one of costs.
 */
export function comparisonAllowance({ table, clock }: Pick<CommandContext, 'table' | 'clock'>): ComparisonAllowance {
  const add = (name: 'transcribed' | 'compared', seconds: number): Promise<Item | undefined> => {
    const now = clock.now();
    const set: Expression = {
      text: 'SET #type = :type, #ttl = :ttl ADD #name :seconds',
      names: { '#type': 'type', '#ttl': 'ttl', '#name': name },
      values: { ':type': 'compared', ':ttl': ttlAt(later(now, KEPT_MS)), ':seconds': Math.round(seconds) },
    };
    return table.update(comparedKey(utcDateOf(now)), set);
  };
  return {
    async transcribed(seconds) {
      await add('transcribed', seconds);
    },
    async take(seconds) {
      const row = v.parse(Row, (await table.get(comparedKey(utcDateOf(clock.now())))) ?? {});
      if (!isWithinAllowance(row, seconds)) return 'used_up';
      await add('compared', seconds);
      return 'taken';
    },
  };
}

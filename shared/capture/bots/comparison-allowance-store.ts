import * as v from 'valibot';
import type { ComparisonAllowance } from '#shared/capture/bots/ports';
import type { CommandContext } from '#shared/foundation/commands/context';
import type { WorkspaceId } from '#shared/foundation/core/ids';
import type { Expression, Key } from '#shared/foundation/core/table';
import { DAY_MS, later, ttlAt, utcDateOf } from '#shared/foundation/core/time';
import { comparedKey } from '#shared/foundation/dynamodb/keys';
import { type ComparedToday, isWithinAllowance } from '#shared/meetings/bots/rules/comparison-allowance';

const KEPT_MS = 7 * DAY_MS;

const Row = v.object({ transcribed: v.optional(v.number(), 0), compared: v.optional(v.number(), 0) });

/**
 * One row for each day, and one for each of its workspaces. A step that is repeated counts again, and of two recordings that
 * ask at the same moment both may be let through: the limit is one of costs.
 */
export function comparisonAllowance({ table, clock }: Pick<CommandContext, 'table' | 'clock'>): ComparisonAllowance {
  const keysOf = (workspaceId: WorkspaceId) => {
    const day = utcDateOf(clock.now());
    return [comparedKey(day), comparedKey(day, workspaceId)] as const;
  };
  const add = async (workspaceId: WorkspaceId, name: keyof ComparedToday, seconds: number): Promise<void> => {
    const set: Expression = {
      text: 'SET #type = :type, #ttl = :ttl ADD #name :seconds',
      names: { '#type': 'type', '#ttl': 'ttl', '#name': name },
      values: { ':type': 'compared', ':ttl': ttlAt(later(clock.now(), KEPT_MS)), ':seconds': Math.round(seconds) },
    };
    await Promise.all(keysOf(workspaceId).map((key) => table.update(key, set)));
  };
  const today = async (key: Key): Promise<ComparedToday> => v.parse(Row, (await table.get(key)) ?? {});
  return {
    transcribed: (workspaceId, seconds) => add(workspaceId, 'transcribed', seconds),
    async take(workspaceId, seconds) {
      const [ofDay, ofWorkspace] = keysOf(workspaceId);
      const [deployment, workspace] = await Promise.all([today(ofDay), today(ofWorkspace)]);
      if (!isWithinAllowance({ deployment, workspace }, seconds)) return 'used_up';
      await add(workspaceId, 'compared', seconds);
      return 'taken';
    },
    async heardBeyond(workspaceId, seconds) {
      if (seconds > 0) await add(workspaceId, 'compared', seconds);
    },
  };
}

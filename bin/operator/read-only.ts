import type { Report } from '#bin/operator/operator-command';
import { CACHED_MS } from '#shared/api/read-only/refuse-while-read-only';
import { type ReadOnlyMode, readOnlyModes } from '#shared/api/read-only/store';
import type { CommandContext } from '#shared/foundation/commands/context';
import { isoOf } from '#shared/foundation/core/time';

const WITHIN = `within ${CACHED_MS / 1_000} seconds`;

/** Makes the deployment read-only, or says since when it is. No workspace is concerned more than another: no audit event. */
export async function beginReadOnly(stage: string, { table, clock, operator }: CommandContext): Promise<Report> {
  const modes = readOnlyModes(table);
  const before = await modes.find();
  const mode = before ?? { since: clock.now(), by: operator ?? null };
  if (!before) await modes.begin(mode);
  return {
    json: { stage, read_only: true, ...jsonOf(mode) },
    text: [
      before
        ? `The ${stage} stage has been read-only ${sinceOf(before)}.`
        : `The ${stage} stage is read-only: writes of the API and of the pages are answered 503, ${WITHIN}. Work under way goes on.`,
      'npm run ops -- pause --read-only --resume ends it.',
    ].join('\n'),
  };
}

/** Ends it; says so where the deployment is not read-only. */
export async function endReadOnly(stage: string, { table }: CommandContext): Promise<Report> {
  const modes = readOnlyModes(table);
  const before = await modes.find();
  if (!before) return { json: { stage, read_only: false }, text: `The ${stage} stage is not read-only.` };
  await modes.end();
  return {
    json: { stage, read_only: false, ...jsonOf(before) },
    text: `The ${stage} stage accepts writes again, ${WITHIN}; it was read-only ${sinceOf(before)}.`,
  };
}

const jsonOf = ({ since, by }: ReadOnlyMode) => ({ since: isoOf(since), by });

const sinceOf = ({ since, by }: ReadOnlyMode): string => `since ${isoOf(since)}${by === null ? '' : `, by ${by}`}`;

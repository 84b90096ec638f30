import * as v from 'valibot';
import type { JobStep } from '#shared/commands/jobs/work-on-job';
import { later, SECOND_MS } from '#shared/domain/time';
import type { Clock } from '#shared/ports/clock';

/** Where a job is on its way through a list: in which walk, and behind which entry. */
const Cursor = v.object({ walk: v.picklist([1, 2]), after: v.exactOptional(v.string()) });

/** Longer than a list lags behind its rows, and than a request takes that had read before the change and saves after. */
const SETTLED_MS = 30 * SECOND_MS;

/** Works on a part of a list behind a position; answers the next position, or undefined at the end. */
type Part<Content> = (content: Content, after: string | undefined) => Promise<string | undefined>;

/**
 * A job that goes through a list part by part, twice: what the list did not show yet, or was written by a request that
 * was under way, is there the second time. What the first walk did costs the second nothing but the look.
 */
export const walkTwice =
  <Content>(clock: Clock, schema: v.GenericSchema<unknown, Content>, part: Part<Content>): JobStep =>
  async ({ content, cursor }) => {
    const { walk, after } = cursor ? v.parse(Cursor, cursor) : { walk: 1, after: undefined };
    const next = await part(v.parse(schema, content), after);
    if (next !== undefined) return { cursor: { walk, after: next } };
    return walk === 2 ? 'done' : { cursor: { walk: 2 }, notBefore: later(clock.now(), SETTLED_MS) };
  };

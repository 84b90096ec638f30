import * as v from 'valibot';
import type { Clock } from '#shared/core/clock';
import { later, SECOND_MS } from '#shared/core/time';
import type { JobStep, Progress } from '#shared/events/commands/work-on-job';

/** Where a job is on its way: in which walk, which list, and behind which entry. */
const Cursor = v.object({
  walk: v.picklist([1, 2]),
  list: v.optional(v.number(), 0),
  after: v.exactOptional(v.string()),
});
type Cursor = v.InferOutput<typeof Cursor>;

/** Longer than a list lags behind its rows, and than a request takes that had read before the change and saves after. */
const SETTLED_MS = 30 * SECOND_MS;

/** Works on a part of a list behind a position; answers the next position, or undefined at the end. */
export type Part<Content> = (content: Content, after: string | undefined) => Promise<string | undefined>;

/**
 * A job that goes through lists part by part, twice: what a list did not show yet, or was written by a request that
 * was under way, is there the second time. What the first walk did costs the second nothing but the look.
 */
export const walkTwice =
  <Content>(clock: Clock, schema: v.GenericSchema<unknown, Content>, ...lists: readonly Part<Content>[]): JobStep =>
  async ({ content, cursor }) => {
    const place: Cursor = cursor ? v.parse(Cursor, cursor) : { walk: 1, list: 0 };
    const after = await lists[place.list]?.(v.parse(schema, content), place.after);
    if (after !== undefined) return { cursor: { ...place, after } };
    return place.list + 1 < lists.length
      ? { cursor: { walk: place.walk, list: place.list + 1 } }
      : endOfWalk(clock, place);
  };

const endOfWalk = (clock: Clock, { walk }: Cursor): Progress =>
  walk === 2 ? 'done' : { cursor: { walk: 2, list: 0 }, notBefore: later(clock.now(), SETTLED_MS) };

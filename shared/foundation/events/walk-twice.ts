import * as v from 'valibot';
import type { Clock } from '#shared/foundation/core/clock';
import { later, SECOND_MS } from '#shared/foundation/core/time';
import { roomAt } from '#shared/foundation/core/uses';
import type { JobStep, Progress } from '#shared/foundation/events/job-worker';

/** The position of a job: its walk, the list in it, and the page of the list. */
const Cursor = v.object({
  walk: v.picklist([1, 2]),
  list: v.optional(v.number(), 0),
  after: v.exactOptional(v.string()),
});
type Cursor = v.InferOutput<typeof Cursor>;

/** Longer than an index lags behind its rows, and than a request takes that read before the change and saves after it. */
const SETTLED_MS = 30 * SECOND_MS;

/** Works on one page of a list; returns the position of the next page, or undefined after the last. */
export type PageWork<Content> = (content: Content, after: string | undefined) => Promise<string | undefined>;

/**
 * A job step that walks through lists page by page, twice. The second walk finds rows that the index did not show yet,
 * or that a concurrent request wrote; what the first walk did is only read again. A page that a limit refuses is worked on
 * again when there is room.
 */
export const walkTwice = <Content>(
  clock: Clock,
  schema: v.GenericSchema<unknown, Content>,
  ...lists: readonly PageWork<Content>[]
): JobStep => walkListsTwice(clock, schema, () => lists);

/** The same where the content of the job says which lists there are. */
export const walkListsTwice =
  <Content>(
    clock: Clock,
    schema: v.GenericSchema<unknown, Content>,
    listsOf: (content: Content) => readonly PageWork<Content>[],
  ): JobStep =>
  async ({ content: stored, cursor }) => {
    const position: Cursor = cursor ? v.parse(Cursor, cursor) : { walk: 1, list: 0 };
    const content = v.parse(schema, stored);
    const lists = listsOf(content);
    let after: string | undefined;
    try {
      after = await lists[position.list]?.(content, position.after);
    } catch (error) {
      return { cursor: position, notBefore: roomAt(error, clock.now()) };
    }
    if (after !== undefined) return { cursor: { ...position, after } };
    return position.list + 1 < lists.length
      ? { cursor: { walk: position.walk, list: position.list + 1 } }
      : endOfWalk(clock, position);
  };

const endOfWalk = (clock: Clock, { walk }: Cursor): Progress =>
  walk === 2 ? 'done' : { cursor: { walk: 2, list: 0 }, notBefore: later(clock.now(), SETTLED_MS) };

import * as v from 'valibot';
import type { Page, PageRequest } from '#shared/foundation/core/page';
import { badRequest } from '#shared/foundation/core/refusal';
import type { AgentRequest } from './ports.ts';
import { jsonBytes, MOST_BYTES } from './size.ts';

const MOST = 50;
/** The longest cursor of a store's position. */
const LONGEST_CURSOR = 2000;

export const PAGING = {
  limit: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MOST)), 20),
  cursor: v.optional(v.pipe(v.string(), v.maxLength(LONGEST_CURSOR))),
};

export const NEXT = { next_cursor: v.nullable(v.string()) };

interface Asked {
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/** What was read of a page, as the answer shows it, with the cursor of the next. */
interface Shown<Row> {
  readonly shown: readonly Row[];
  readonly next: string | null;
}

/**
 * A page as the answer shows it: with fewer items where so many do not fit. A cursor is bound to the user, the tool and the
 * filters that it was made for.
 */
export async function paged<Item, Row>(
  { context, userId }: AgentRequest,
  { cursor, limit, ...filters }: Asked,
  tool: string,
  { read, show }: Paged<Item, Row>,
): Promise<Shown<Row>> {
  const made = JSON.stringify([userId, tool, filters]);
  const after = cursor === undefined ? undefined : await context.cursorSigner.verify(cursor, made);
  if (cursor !== undefined && after === undefined) throw badRequest('The cursor is not one of this list.', 'cursor');
  const pageOf = async (most: number): Promise<Shown<Row>> => {
    const { items, next } = await read({ limit: most, after });
    const shown = await show(items);
    if (most > 1 && jsonBytes(shown) > MOST_BYTES) return pageOf(Math.ceil(most / 2));
    return { shown, next: next === undefined ? null : await context.cursorSigner.sign(next, made) };
  };
  return pageOf(limit);
}

interface Paged<Item, Row> {
  readonly read: (request: PageRequest) => Promise<Page<Item>>;
  readonly show: (items: readonly Item[]) => readonly Row[] | Promise<readonly Row[]>;
}

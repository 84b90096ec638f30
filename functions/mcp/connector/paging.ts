import * as v from 'valibot';
import type { Page, PageRequest } from '#shared/core/page';
import { badRequest } from '#shared/core/refusal';
import type { Asking } from './ports.ts';

const MOST = 50;
/** The longest cursor that a store's position seals to. */
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

/** A cursor is bound to the user, the tool and the filters that it was made for. */
export async function paged<Item>(
  { context, userId }: Asking,
  asked: Asked,
  tool: string,
  read: (request: PageRequest) => Promise<Page<Item>>,
): Promise<{ readonly items: readonly Item[]; readonly next: string | null }> {
  const { cursor, limit, ...filters } = asked;
  const made = JSON.stringify([userId, tool, filters]);
  const after = cursor === undefined ? undefined : await context.seal.open(cursor, made);
  if (cursor !== undefined && after === undefined) throw badRequest('The cursor is not one of this list.', 'cursor');
  const { items, next } = await read({ limit, after });
  return { items, next: next === undefined ? null : await context.seal.close(next, made) };
}

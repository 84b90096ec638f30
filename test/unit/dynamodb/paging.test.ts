import fc from 'fast-check';
import * as v from 'valibot';
import { pageOfKeys, rowsOf } from '#shared/foundation/dynamodb/paging';
import { storedState } from '#shared/foundation/dynamodb/rows';
import { inMemoryMainTable } from '#test/doubles/dynamodb/in-memory-dynamodb';
import { tableOver } from '#test/doubles/dynamodb/table-over';
import { describe, expect, it } from '#test/support/jest';
import { requestCounter } from '#test/support/request-counter';

const State = v.object({ id: v.string(), text: v.string() });
const QUERY = { index: 'list', partition: 'wks_1#NOTE', newestFirst: false } as const;

/** A list of rows with so many characters, repeated ones, which a row of few bytes may hold. */
async function aList(sizes: readonly number[], character = 'x') {
  const counter = requestCounter();
  const table = tableOver(counter.watch(inMemoryMainTable()));
  const ids = sizes.map((_, nth) => `note_${String(nth).padStart(4, '0')}`);
  for (const [nth, id] of ids.entries()) {
    const state = storedState({ id, text: character.repeat(sizes[nth] ?? 0) });
    const keys = { pk: id, sk: '.', list_pk: QUERY.partition, list_sk: id };
    await table.write({ put: { ...keys, type: 'note', state } });
  }
  const page = async (limit: number, after?: string) =>
    rowsOf(table, await pageOfKeys(table, QUERY, { limit, after }), State);
  return { ids, page, counter };
}

async function pagesOf({ page }: Awaited<ReturnType<typeof aList>>, limit: number) {
  const pages: (readonly string[])[] = [];
  let after: string | undefined;
  do {
    const { items, next } = await page(limit, after);
    pages.push(items.map(({ id }) => id));
    after = next;
  } while (after !== undefined);
  return pages;
}

describe('the pages of a list with rows of any size', () => {
  it('have each row once, in order', async () => {
    const sizes = fc.array(fc.constantFrom(10, 20_000, 1_500_000, 4_500_000), { maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(sizes, fc.integer({ min: 1, max: 100 }), async (given, limit) => {
        const list = await aList(given);

        const pages = await pagesOf(list, limit);

        expect(pages.flat()).toEqual(list.ids);
        expect(pages.every(({ length }) => length <= limit)).toBe(true);
        // Only an empty list has an empty page.
        expect(pages.filter(({ length }) => length === 0)).toHaveLength(given.length === 0 ? 1 : 0);
      }),
      { numRuns: 15 },
    );
  });

  it('end, and read and parse no more, at 4 MB of JSON', async () => {
    const { page, counter } = await aList(Array.from({ length: 100 }, () => 350_000));

    const { answer, tally } = await counter.during(() => page(100));

    expect(answer.items).toHaveLength(12);
    // The index, and the first portion of rows.
    expect(tally.byOperation).toEqual({ Query: 1, BatchGetItem: 1 });
  });

  it('end at 4 MB of JSON as UTF-8, however few characters these are', async () => {
    const { page } = await aList(
      Array.from({ length: 100 }, () => 350_000),
      '会',
    );

    const { items } = await page(100);

    expect(items).toHaveLength(4);
  });

  it('have as many rows as they are asked for where these are small', async () => {
    const { page } = await aList(Array.from({ length: 120 }, () => 2_000));

    const { items, next } = await page(100);

    expect([items.length, next !== undefined]).toEqual([100, true]);
  });
});

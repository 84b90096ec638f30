import type { Asked } from '#shared/api/operation';
import { badRequest } from '#shared/domain/refusal';
import type { CursorSeal } from '#shared/ports/cursor-seal';
import type { Page, PageRequest } from '#shared/ports/page';

/** The list envelope. The cursor travels only inside the link, which repeats every filter. */
export async function presentList<Item>(
  page: Page<Item>,
  present: (item: Item) => unknown,
  asked: Asked,
  seal: CursorSeal,
) {
  const next = page.next === undefined ? undefined : await nextUrl(page.next, asked, seal);
  return {
    object: 'list',
    data: page.items.map(present),
    has_more: next !== undefined,
    _links: next === undefined ? {} : { next: { url: next } },
  };
}

/** Where a list goes on: the position inside the cursor, when there is one. Refuses a cursor that is not ours. */
export async function pageAsked(limit: number, { query }: Asked, seal: CursorSeal): Promise<PageRequest> {
  const cursor = query['cursor'];
  if (cursor === undefined) return { limit, after: undefined };
  const after = await seal.open(cursor, contextOf(query));
  if (after === undefined)
    throw badRequest(
      'This cursor is not one of ours, or its filters were changed: follow _links.next.url as it is.',
      'cursor',
    );
  return { limit, after };
}

async function nextUrl(position: string, { url, query }: Asked, seal: CursorSeal): Promise<string> {
  const next = new URLSearchParams(filtersOf(query));
  next.set('cursor', await seal.close(position, contextOf(query)));
  return `${url}?${next}`;
}

/** What a cursor is bound to: it opens only with the filters it was made for. The size of a page may change. */
const contextOf = (query: Asked['query']): string =>
  JSON.stringify(
    filtersOf(query)
      .filter(([name]) => name !== 'limit')
      .sort(([one], [other]) => (one < other ? -1 : 1)),
  );

const filtersOf = (query: Asked['query']): [string, string][] =>
  Object.entries(query).filter(([name]) => name !== 'cursor');

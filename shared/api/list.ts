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
export async function pageAsked(limit: number, asked: Asked, seal: CursorSeal): Promise<PageRequest> {
  const cursor = asked.query['cursor'];
  if (cursor === undefined) return { limit, after: undefined };
  const after = await seal.open(cursor, contextOf(asked));
  if (after === undefined)
    throw badRequest(
      'This cursor is not one of ours, or its filters were changed: follow _links.next.url as it is.',
      'cursor',
    );
  return { limit, after };
}

async function nextUrl(position: string, asked: Asked, seal: CursorSeal): Promise<string> {
  const next = new URLSearchParams(filtersOf(asked.query));
  next.set('cursor', await seal.close(position, contextOf(asked)));
  return `${asked.url}?${next}`;
}

/** What a cursor is bound to: it opens only for the list and the filters it was made for. A page's size may change. */
const contextOf = ({ url, query }: Asked): string =>
  JSON.stringify([
    url.replace(/\/$/, ''),
    ...filtersOf(query)
      .filter(([name]) => name !== 'limit')
      .sort(([one], [other]) => (one < other ? -1 : 1)),
  ]);

const filtersOf = (query: Asked['query']): [string, string][] =>
  Object.entries(query).filter(([name]) => name !== 'cursor');

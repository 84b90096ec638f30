import { howManyFit } from '#shared/foundation/core/lambda-response';
import type { Page, PageRequest } from '#shared/foundation/core/page';
import { badRequest } from '#shared/foundation/core/refusal';
import type { CursorSigner } from '#shared/foundation/http/ports';
import type { RequestUrl } from '#shared/foundation/http/request/request-url';
import type { Reply } from '#shared/foundation/http/response/reply';

/** The list envelope. The cursor travels only inside the link, which repeats every filter. */
export async function presentList<Item>(
  page: Page<Item>,
  present: (item: Item) => unknown,
  requestUrl: RequestUrl,
  cursorSigner: CursorSigner,
) {
  const { data, goesOn } = fitting(page, present);
  const next = goesOn === undefined ? undefined : await nextUrl(goesOn, requestUrl, cursorSigner);
  return {
    object: 'list',
    data,
    has_more: next !== undefined,
    _links: next === undefined ? {} : { next: { url: next } },
  };
}

/** The same as JSON lines: an item on each, and the next page in a `Link` header (RFC 8288). */
export const jsonLines = ({ data, _links }: Awaited<ReturnType<typeof presentList>>): Reply => ({
  status: 200,
  body: data.map((item) => `${JSON.stringify(item)}\n`).join(''),
  contentType: 'application/jsonl; charset=utf-8',
  headers: _links.next ? { link: `<${_links.next.url}>; rel="next"` } : {},
});

/** Bytes of a page: docs/limits-and-rules.md#lists. */
const LARGEST_PAGE = 4_000_000;

/** As many of the items as one answer holds, one at least, and where the list goes on behind them. */
function fitting<Item>({ items, next, positions }: Page<Item>, present: (item: Item) => unknown) {
  const shown = items.map(present);
  const count = fittingCount(shown.map((one) => JSON.stringify(one)));
  const position = positions?.[count - 1];
  return count === shown.length || position === undefined
    ? { data: shown, goesOn: next }
    : { data: shown.slice(0, count), goesOn: position };
}

/** How many texts fit, one at least: a page ends at 4 MB, and where Lambda takes no more of its escaped quotes. */
function fittingCount(texts: readonly string[]): number {
  let bytes = 0;
  const over = texts.findIndex((text) => {
    bytes += Buffer.byteLength(text);
    return bytes > LARGEST_PAGE;
  });
  return Math.max(1, Math.min(over === -1 ? texts.length : over, howManyFit(texts)));
}

/** Where a list goes on: the position inside the cursor, when there is one. Refuses a cursor that is not ours. */
export async function pageAsked(
  limit: number,
  requestUrl: RequestUrl,
  cursorSigner: CursorSigner,
): Promise<PageRequest> {
  const cursor = requestUrl.query['cursor'];
  if (cursor === undefined) return { limit, after: undefined };
  const after = await cursorSigner.verify(cursor, contextOf(requestUrl));
  if (after === undefined)
    throw badRequest('The cursor is invalid or the filters were changed: follow _links.next.url unchanged.', 'cursor');
  return { limit, after };
}

async function nextUrl(position: string, requestUrl: RequestUrl, cursorSigner: CursorSigner): Promise<string> {
  const next = new URLSearchParams(filtersOf(requestUrl.query));
  next.set('cursor', await cursorSigner.sign(position, contextOf(requestUrl)));
  return `${requestUrl.url}?${next}`;
}

/**
 * What a cursor is bound to: it is valid only for the list and the filters it was made for. A page's size may change.
 */
const contextOf = ({ url, query }: RequestUrl): string =>
  JSON.stringify([
    url,
    ...filtersOf(query)
      .filter(([name]) => name !== 'limit')
      .sort(([one], [other]) => (one < other ? -1 : 1)),
  ]);

const filtersOf = (query: RequestUrl['query']): [string, string][] =>
  Object.entries(query).filter(([name]) => name !== 'cursor');

import type { Page, PageRequest } from '#shared/core/page';
import type { CursorSeal } from '#shared/http/ports/cursor-seal';
import { pageAsked, presentList } from '#shared/http/response/list';
import type { PageContext } from '#shared/page-kit/page-kit';

export interface PartOfList<One> {
  readonly items: readonly One[];
  /** Where the list goes on, its filters included. */
  readonly next: string | undefined;
}

interface Asking<One> {
  readonly seal: CursorSeal;
  readonly limit: number;
  readonly read: (request: PageRequest) => Promise<Page<One>>;
  /** The list's address, where the page has two. */
  readonly path?: string;
}

/** One page of a list, found by sealed cursors as the lists of the API are. */
export async function partOfList<One>(
  c: PageContext,
  { seal, limit, read, path = c.req.path }: Asking<One>,
): Promise<PartOfList<One>> {
  const asked = { url: path, query: c.req.query() };
  const page = await read(await pageAsked(limit, asked, seal));
  const { data, _links } = await presentList(page, (one) => one, asked, seal);
  return { items: page.items.slice(0, data.length), next: _links.next?.url };
}

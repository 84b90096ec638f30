import type { PageContext } from '#shared/api/page-kit/page-kit';
import type { Page, PageRequest } from '#shared/foundation/core/page';
import { pageAsked, presentList } from '#shared/foundation/http/response/list';
import type { AppDependencies } from './dependencies.ts';

export interface ListPage<Item> {
  readonly items: readonly Item[];
  /** Link to the next page, filters included. */
  readonly next: string | undefined;
}

interface ListRequest<Item> {
  readonly limit: number;
  readonly read: (request: PageRequest) => Promise<Page<Item>>;
  /** Path of the list, for a page with two paths. */
  readonly path?: string;
}

/** One page of a list, with the signed cursors of the API's lists. */
export async function listPage<Item>(
  { cursorSigner }: AppDependencies,
  c: PageContext,
  { limit, read, path = c.req.path }: ListRequest<Item>,
): Promise<ListPage<Item>> {
  const request = { url: path, query: c.req.query() };
  const page = await read(await pageAsked(limit, request, cursorSigner));
  const { data, _links } = await presentList(page, (item) => item, request, cursorSigner);
  return { items: page.items.slice(0, data.length), next: _links.next?.url };
}

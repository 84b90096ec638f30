import type * as v from 'valibot';
import type { WorkspaceId } from '#shared/core/ids';
import type { Page, PageRequest } from '#shared/core/page';
import type { Instant } from '#shared/core/time';
import type { Contract } from '#shared/http/contract';
import type { Caller, Endpoint } from '#shared/http/endpoint';
import { type AheadInput, operation } from '#shared/http/operation';
import { isAdmitted, type Place, type Places, permitted } from '#shared/http/places';
import type { CursorSeal } from '#shared/http/ports/cursor-seal';
import { pageAsked, presentList } from '#shared/http/response/list';

interface Needs {
  readonly places: Places;
  readonly seal: CursorSeal;
}

interface ListQuery {
  readonly workspace_id: string;
  readonly limit: number;
}

interface Lists<Query, One> {
  readonly page: (workspace: WorkspaceId, query: Query, request: PageRequest, now: Instant) => Promise<Page<One>>;
  readonly present: (one: One, seen: Seen<Query>) => unknown;
  /** Who may see it; every member of the workspace unless it says otherwise. */
  readonly judge?: (place: Place | undefined) => Place;
}

export interface Seen<Query> {
  readonly place: Place;
  readonly caller: Caller;
  readonly query: Query;
  readonly now: Instant;
}

/** A list of what one workspace has, the workspace named in the query: the page is read along with the key. */
export function workspaceList<Params extends v.GenericSchema, Query extends ListQuery, One>(
  contract: Contract<Params, v.GenericSchema<unknown, Query>, undefined>,
  { places, seal }: Needs,
  { page, present, judge = (place) => permitted(place, 'read') }: Lists<Query, One>,
): Endpoint {
  const pageOf = async (
    { query, asked, now }: AheadInput<unknown, Query, unknown>,
    place: Promise<Place | undefined>,
  ): Promise<Page<One>> => {
    const [workspace, request] = await Promise.all([
      places.idNamed(query.workspace_id),
      pageAsked(query.limit, asked, seal),
    ]);
    return page(workspace, query, { ...request, admitted: isAdmitted(place) }, now);
  };
  return operation(contract, {
    ahead(input) {
      const place = places.named(input.userId, input.query.workspace_id);
      return { place, page: pageOf(input, place) };
    },
    async run({ ahead, caller, query, asked, now }) {
      const seen = { place: judge(await ahead.place), caller, query, now };
      const found = await ahead.page;
      const items = await Promise.all(found.items.map((one) => present(one, seen)));
      return { status: 200, body: await presentList({ ...found, items }, (item) => item, asked, seal) };
    },
  });
}

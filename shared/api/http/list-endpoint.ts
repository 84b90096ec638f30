import type * as v from 'valibot';
import { workspaceIdNamed } from '#shared/accounts/workspaces/access';
import { type Endpoint, endpoint, ok, type Request, type Unverified } from '#shared/api/http/endpoint';
import type { AppContext } from '#shared/api/http/ports';
import type { UserId, WorkspaceId } from '#shared/foundation/core/ids';
import type { Page, PageRequest } from '#shared/foundation/core/page';
import type { Instant } from '#shared/foundation/core/time';
import type { Contract } from '#shared/foundation/http/contract';
import { jsonLines, pageAsked, presentList } from '#shared/foundation/http/response/list';

interface ListQuery {
  readonly workspace_id?: string | undefined;
  readonly limit: number;
  /** `jsonl`: the items of the page as JSON lines, and the next page in a `Link` header (RFC 8288). */
  readonly format?: 'json' | 'jsonl' | undefined;
}

/** What a list is asked for. */
export interface ListRequest<Query, Context = AppContext> {
  readonly context: Context;
  readonly userId: UserId;
  readonly workspaceId: WorkspaceId;
  readonly query: Query;
  readonly now: Instant;
}

interface ListOptions<Query, One, Context> {
  page(list: ListRequest<Query, Context>, request: PageRequest): Promise<Page<One>>;
  present(one: One, request: Request<unknown, Query, undefined, never, Context>): unknown;
}

/**
 * A list of what one workspace has. Where the query names the workspace, its index is read along with the key; rows are
 * read once access is known.
 */
export function listEndpoint<
  Params extends v.GenericSchema,
  Query extends ListQuery,
  One,
  Context extends AppContext = AppContext,
>(
  contract: Contract<Params, v.GenericSchema<unknown, Query>, undefined>,
  { page, present }: ListOptions<Query, One, Context>,
): Endpoint {
  return endpoint<Params, v.GenericSchema<unknown, Query>, undefined, never, Page<One>, Context>(contract, {
    early: (request) => [loadKeys(request)],
    async run({ context, caller, workspace, query, requestUrl, now }) {
      const request = await pageAsked(query.limit, requestUrl, context.cursorSigner);
      return page({ context, userId: caller.userId, workspaceId: workspace.state.id, query, now }, request);
    },
    async reply(found, request) {
      const { requestUrl, context, query } = request;
      const items = await Promise.all(found.items.map((one) => present(one, request as never)));
      const list = await presentList({ ...found, items }, (item) => item, requestUrl, context.cursorSigner);
      return query.format === 'jsonl' ? jsonLines(list) : ok(list);
    },
  });

  async function loadKeys({ context, userId, query, requestUrl, now }: Unverified<unknown, Query, Context>) {
    if (query.workspace_id === undefined) return undefined;
    const [workspaceId, request] = await Promise.all([
      workspaceIdNamed(context.table, query.workspace_id),
      pageAsked(query.limit, requestUrl, context.cursorSigner),
    ]);
    return workspaceId && page({ context, userId, workspaceId, query, now }, { ...request, keysOnly: true });
  }
}

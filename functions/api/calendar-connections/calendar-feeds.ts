import { members } from '#shared/accounts/members/store';
import { byBodyId, byWorkspace } from '#shared/api/http/early';
import { endpoint, ok } from '#shared/api/http/endpoint';
import { listEndpoint } from '#shared/api/http/list-endpoint';
import type { AppContext } from '#shared/api/http/ports';
import { addFeed } from '#shared/calendars/feeds/commands/add-feed';
import { disconnectFeed, loadFeedForDisconnect } from '#shared/calendars/feeds/commands/disconnect-feed';
import {
  createCalendarFeedContract,
  deleteCalendarFeedContract,
  getCalendarFeedContract,
  listCalendarFeedsContract,
} from '#shared/calendars/feeds/contract';
import { presentCalendarFeed } from '#shared/calendars/feeds/present';
import { feedsCount } from '#shared/calendars/feeds/store';
import { findSyncedFeed, syncedFeedPage } from '#shared/calendars/feeds/synced-feeds';
import type { CalendarFeedId } from '#shared/foundation/core/ids';
import { Refusal } from '#shared/foundation/core/refusal';
import { urlValidator } from '#shared/webhooks/addresses/validate-receiver';

interface Named {
  readonly params: { readonly id: CalendarFeedId };
  readonly context: AppContext;
}

const findFeed = ({ params, context }: Named) => findSyncedFeed(context.table, params.id);

export const listCalendarFeeds = listEndpoint(listCalendarFeedsContract, {
  page: ({ context, workspaceId, query: { member_id: memberId, status } }, request) =>
    syncedFeedPage(context.table, { workspaceId, memberId, status }, request),
  present: presentCalendarFeed,
});

export const getCalendarFeed = endpoint(getCalendarFeedContract, {
  resource: findFeed,
  run: async ({ resource }) => resource.state,
  reply: (feed) => ok(presentCalendarFeed(feed)),
});

export const createCalendarFeed = endpoint(createCalendarFeedContract, {
  early: (request) => [
    byBodyId(request, 'member_id', members),
    byWorkspace(request.context.table, request.body.workspaceId(), feedsCount),
  ],
  run: ({ context, workspace, body }) =>
    addFeed(context)({
      workspaceId: workspace.state.id,
      memberId: body.member_id,
      url: acceptedUrl(context, body.url),
    }),
  reply: ({ feed, isNew }) => ({ status: isNew ? 201 : 200, body: presentCalendarFeed(feed) }),
});

export const deleteCalendarFeed = endpoint(deleteCalendarFeedContract, {
  resource: findFeed,
  early: ({ context, params }) => [loadFeedForDisconnect(context.table, params.id)],
  run: ({ context, resource }) => disconnectFeed(context)(resource.state.id),
  reply: (feed) => ok(presentCalendarFeed(feed)),
});

/** Only its form is validated, as that of an endpoint's URL: addresses are validated at every connection. */
function acceptedUrl(context: AppContext, url: string): string {
  const validation = urlValidator(context)(url.replace(/^webcals?:\/\//i, 'https://'));
  if ('fault' in validation) throw new Refusal('unprocessable', [validation.fault]);
  return validation.accepted;
}

import type * as v from 'valibot';
import type { WorkspaceId } from '#shared/core/ids';
import type { Page } from '#shared/core/page';
import type { Instant } from '#shared/core/time';
import { type AheadInput, operation } from '#shared/http/operation';
import { isAdmitted, type Place, type Places, permittedToSee } from '#shared/http/places';
import type { CursorSeal } from '#shared/http/ports/cursor-seal';
import { pageAsked, presentList } from '#shared/http/response/list';
import { listWebhookEventsContract } from '#shared/webhooks/delivery/contract';
import type { DeliveryStore } from '#shared/webhooks/delivery/ports/deliveries';
import { presentWebhookEvent } from '#shared/webhooks/delivery/present';
import type { Delivery } from '#shared/webhooks/delivery/rules/delivery';
import { keptSince } from './kept-since.ts';

interface Needs {
  readonly deliveries: DeliveryStore;
  readonly places: Places;
  readonly seal: CursorSeal;
}

/** GET /webhook_events: newest first. */
export const listWebhookEvents = (needs: Needs) =>
  operation(listWebhookEventsContract, {
    ahead(input) {
      const { workspace_id } = input.query;
      const place =
        workspace_id === undefined ? needs.places.only(input.userId) : needs.places.named(input.userId, workspace_id);
      const workspace = workspace_id === undefined ? place.then(idOf) : needs.places.idNamed(workspace_id);
      return { place, page: pageOf(needs, { workspace, place }, input) };
    },
    async run({ ahead, asked }) {
      permittedToSee(await ahead.place);
      return { status: 200, body: await presentList(await ahead.page, presentWebhookEvent, asked, needs.seal) };
    },
  });

const idOf = (place: Place | undefined): WorkspaceId | undefined => place?.workspace.state.id;

type Query = v.InferOutput<typeof listWebhookEventsContract.query>;

async function pageOf(
  { deliveries, seal }: Needs,
  finding: { readonly workspace: Promise<WorkspaceId | undefined>; readonly place: Promise<Place | undefined> },
  { query, asked, now }: AheadInput<unknown, Query, unknown>,
): Promise<Page<Delivery>> {
  const [workspaceId, page] = await Promise.all([finding.workspace, pageAsked(query.limit, asked, seal)]);
  if (workspaceId === undefined) return { items: [], next: undefined };
  const filter = {
    workspaceId,
    endpointId: query.webhook_endpoint_id,
    status: query.delivery_status,
    type: query.type,
    createdAfter: Math.max(keptSince(now), query.created_after ?? 0) as Instant,
    createdBefore: query.created_before,
  };
  return deliveries.page(filter, { ...page, admitted: isAdmitted(finding.place) });
}

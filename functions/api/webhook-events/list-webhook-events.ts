import type * as v from 'valibot';
import { listWebhookEventsContract } from '#shared/api/contracts/webhook-events';
import { pageAsked, presentList } from '#shared/api/list';
import { type AheadInput, operation } from '#shared/api/operation';
import { isAdmitted, type Place, type Places, permittedToSee } from '#shared/api/places';
import { presentWebhookEvent } from '#shared/api/resources/webhook-events';
import type { WorkspaceId } from '#shared/domain/ids';
import type { Instant } from '#shared/domain/time';
import type { Delivery } from '#shared/domain/webhooks/delivery';
import type { CursorSeal } from '#shared/ports/cursor-seal';
import type { DeliveryStore } from '#shared/ports/deliveries';
import type { Page } from '#shared/ports/page';
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

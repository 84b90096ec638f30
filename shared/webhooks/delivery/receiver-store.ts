import { workspaces } from '#shared/accounts/workspaces/store';
import type { Table } from '#shared/foundation/core/table';
import type { Instant } from '#shared/foundation/core/time';
import { orders } from '#shared/texts/orders/store';
import type { DeliveryIdentity } from '#shared/webhooks/delivery/rules/delivery';
import { endpointReceiver, orderReceiver, type Receiver } from '#shared/webhooks/delivery/rules/receiver';
import { webhookEndpoints } from '#shared/webhooks/endpoints/store';

type Addressed = Pick<DeliveryIdentity, 'workspaceId' | 'endpointId' | 'orderId' | 'createdAt'>;

/** The receiver of a delivery as it is now; undefined where its endpoint or order is gone. Throws `Throttled`. */
export async function findReceiver(table: Table, delivery: Addressed, now: Instant): Promise<Receiver | undefined> {
  const { workspaceId, endpointId, orderId } = delivery;
  if (endpointId !== null) {
    const endpoint = await webhookEndpoints.find(table, endpointId);
    return endpoint && endpointReceiver(endpoint.state, workspaceId);
  }
  const [order, workspace] = await Promise.all([
    orderId && orders.find(table, orderId),
    workspaces.find(table, workspaceId),
  ]);
  return order && workspace && orderReceiver(order.state, workspace.state, delivery, now);
}

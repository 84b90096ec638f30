import { apiGroup } from '#shared/api/http/api-group';
import { endpoint, ok } from '#shared/api/http/endpoint';
import { listEndpoint } from '#shared/api/http/list-endpoint';
import type { AppContext } from '#shared/api/http/ports';
import type { OrderId } from '#shared/foundation/core/ids';
import { conversations, withMeeting } from '#shared/texts/conversations/store';
import { cancelOrder, confirmOrder, fulfillOrder } from '#shared/texts/orders/commands/change-order';
import { retryOrder } from '#shared/texts/orders/commands/retry-order';
import {
  cancelOrderContract,
  confirmOrderContract,
  fulfillOrderContract,
  getOrderContract,
  listOrdersContract,
  retryOrderContract,
} from '#shared/texts/orders/contract';
import { getTranslationTaskContract } from '#shared/texts/orders/deprecated-paths/contract';
import { isTranslationTask, presentTranslationTask } from '#shared/texts/orders/deprecated-paths/present';
import { presentOrder } from '#shared/texts/orders/present';
import { isOfMedia, type Order } from '#shared/texts/orders/rules/order';
import { orderPage, orders as stored } from '#shared/texts/orders/store';
import { urlValidator } from '#shared/webhooks/addresses/validate-receiver';
import { served } from '#shared/wiring/served';
import { uploadUrls } from '#shared/wiring/uploads';
import { type OrdersContext, orderMediaDeprecated, subtitle, transcribe } from './order-media.ts';
import { createTranslationTask, orderTranslationDeprecated, translate } from './order-translation.ts';

interface Named {
  readonly params: { readonly id: OrderId };
  readonly context: AppContext;
}

const find = ({ context, params }: Named) => stored.find(context.table, params.id);

/** The conversations of the order are read in the same batch as the caller's role. */
async function readConversations(request: Named): Promise<void> {
  const order = await find(request);
  await Promise.all(
    (order?.state.operations ?? []).map(({ conversationId }) =>
      conversations.find(request.context.table, conversationId),
    ),
  );
}

/** The text that an order of translations is made from, and its meeting, likewise. */
async function readSource(request: Named): Promise<void> {
  const order = await find(request);
  if (!order || isOfMedia(order.state)) return;
  const { table } = request.context;
  const source = await conversations.find(table, order.state.sourceConversationId);
  if (source) await withMeeting(table, source.state);
}

const list = listEndpoint(listOrdersContract, {
  page: ({ context, workspaceId, query }, request) =>
    orderPage(
      context.table,
      {
        workspaceId,
        state: query.state,
        kind: query.kind,
        service: query.service,
        folderId: query.folder_id,
        tag: query.tag,
        createdAfter: query.created_after,
        createdBefore: query.created_before,
      },
      request,
    ),
  present: (order) => presentOrder(order),
});

const get = endpoint(getOrderContract, {
  resource: find,
  run: async ({ resource }): Promise<Order> => resource.state,
  reply: (order) => ok(presentOrder(order)),
});

const confirmOne = endpoint(confirmOrderContract, {
  resource: find,
  early: (request) => [readConversations(request)],
  run: ({ context, resource }) => confirmOrder(context)(resource.state.id),
  reply: (order) => ok(presentOrder(order)),
});

const cancelOne = endpoint(cancelOrderContract, {
  resource: find,
  early: (request) => [readConversations(request)],
  run: ({ context, resource }) => cancelOrder(context)(resource.state.id),
  reply: (order) => ok(presentOrder(order)),
});

const fulfillOne = endpoint(fulfillOrderContract, {
  resource: find,
  early: (request) => [readConversations(request)],
  run: ({ context, resource }) => fulfillOrder(context)(resource.state.id),
  reply: (order) => ok(presentOrder(order)),
});

const retryOne = endpoint(retryOrderContract, {
  resource: find,
  early: (request) => [readConversations(request), readSource(request)],
  run: ({ context, resource }) => retryOrder(context)(resource.state.id),
  reply: (order) => ok(presentOrder(order)),
});

const getTask = endpoint(getTranslationTaskContract, {
  async resource(request) {
    const order = await find(request);
    return order && isTranslationTask(order.state) ? order : undefined;
  },
  run: async ({ resource }): Promise<Order> => resource.state,
  reply: (order) => ok(presentTranslationTask(order)),
});

const deprecated = [orderMediaDeprecated, orderTranslationDeprecated, createTranslationTask, getTask];

export const orders = (given: Omit<OrdersContext, 'validateUrl'>) => {
  const context: OrdersContext = { ...given, validateUrl: urlValidator(given) };
  const ofMedia = [transcribe, subtitle];
  return apiGroup(
    context,
    ...ofMedia,
    translate,
    list,
    get,
    confirmOne,
    cancelOne,
    retryOne,
    fulfillOne,
    ...deprecated,
  );
};

export const handler = served((context) => orders({ ...context, uploadStorage: uploadUrls() }));

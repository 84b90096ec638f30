import { apiGroup } from '#shared/api/http/api-group';
import { byFound } from '#shared/api/http/early';
import { endpoint, ok } from '#shared/api/http/endpoint';
import { listEndpoint } from '#shared/api/http/list-endpoint';
import type { AppContext } from '#shared/api/http/ports';
import type { OrderId } from '#shared/foundation/core/ids';
import { cancelOrder, confirmOrder, fulfillOrder } from '#shared/texts/orders/commands/change-order';
import { loadSource, retryOrder } from '#shared/texts/orders/commands/retry-order';
import { loadConversations } from '#shared/texts/orders/commands/save-order';
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
import type { Order } from '#shared/texts/orders/rules/order';
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

/** What a change of an order loads: its conversations. */
const loadTexts = byFound(find, loadConversations);

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
  early: loadTexts,
  run: ({ context, resource }) => confirmOrder(context)(resource.state.id),
  reply: (order) => ok(presentOrder(order)),
});

const cancelOne = endpoint(cancelOrderContract, {
  resource: find,
  early: loadTexts,
  run: ({ context, resource }) => cancelOrder(context)(resource.state.id),
  reply: (order) => ok(presentOrder(order)),
});

const fulfillOne = endpoint(fulfillOrderContract, {
  resource: find,
  early: loadTexts,
  run: ({ context, resource }) => fulfillOrder(context)(resource.state.id),
  reply: (order) => ok(presentOrder(order)),
});

const retryOne = endpoint(retryOrderContract, {
  resource: find,
  early: (request) => [...loadTexts(request), ...byFound(find, loadSource)(request)],
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

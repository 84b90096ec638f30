import { conversations } from '#shared/conversations/store';
import { idOf, type OrderId, type UserId } from '#shared/core/ids';
import { metadataAfter } from '#shared/core/metadata';
import { forbidden } from '#shared/core/refusal';
import { folders } from '#shared/folders/store';
import { glossaries, glossaryCatalog } from '#shared/glossaries/store';
import { apiGroup } from '#shared/http/api-group';
import { created, endpoint, ok } from '#shared/http/endpoint';
import { listEndpoint } from '#shared/http/list-endpoint';
import type { AppContext } from '#shared/http/ports';
import type { BodyReader } from '#shared/http/request/body-reader';
import { cancel, confirm, fulfill } from '#shared/orders/commands/change-order';
import { addTranslation, unknownSource } from '#shared/orders/commands/order-translation';
import {
  cancelOrderContract,
  confirmOrderContract,
  fulfillOrderContract,
  getOrderContract,
  listOrdersContract,
  MOST_GLOSSARIES,
  orderTranslationContract,
} from '#shared/orders/contract';
import { presentOrder } from '#shared/orders/present';
import { languagesOf, sourceIdOf } from '#shared/orders/rules/create-order';
import type { Order } from '#shared/orders/rules/order';
import { orderPage, orders as stored } from '#shared/orders/store';
import { served } from '#shared/wiring/in-the-cloud';
import { accessTo } from '#shared/workspaces/access';

interface Named {
  readonly params: { readonly id: OrderId };
  readonly context: AppContext;
}

interface Sent {
  readonly context: AppContext;
  readonly userId: UserId;
  readonly body: BodyReader;
}

const find = ({ context, params }: Named) => stored.find(context.table, params.id);

async function findSource({ context, body }: Sent) {
  const id = body.id('con', 'source_conversation_id');
  return id && (await conversations.find(context.table, id));
}

/** The conversation that a translation was made from, and the folder, travel with the caller's role. */
async function readSource(request: Sent): Promise<void> {
  const source = await findSource(request);
  if (source) await conversations.find(request.context.table, sourceIdOf(source.state));
}

async function readFolder({ context, body }: Sent): Promise<void> {
  const id = body.id('fol', 'folder_id');
  if (id) await folders.find(context.table, id);
}

/** The glossaries that the body names, or the catalog that has the default, which travels with the caller's role. */
async function readGlossaries(request: Sent): Promise<void> {
  const { context, body } = request;
  if (body.value('glossary_ids') !== undefined) {
    const ids = body.texts('glossary_ids', MOST_GLOSSARIES).flatMap((text) => idOf('glo', text) ?? []);
    await Promise.all(ids.map((id) => glossaries.find(context.table, id)));
    return;
  }
  const source = await findSource(request);
  if (source) await glossaryCatalog.find(context.table, source.state.workspaceId);
}

/** The conversations of the order travel with the caller's role. */
async function readConversations(request: Named): Promise<void> {
  const order = await find(request);
  await Promise.all(
    (order?.state.operations ?? []).map(({ conversationId }) =>
      conversations.find(request.context.table, conversationId),
    ),
  );
}

const translate = endpoint(orderTranslationContract, {
  prefetch: (request) => [readSource(request), readFolder(request), readGlossaries(request)],
  /** The workspace of the source. */
  async workspace(request) {
    const source = await findSource(request);
    const access = await accessTo(request.context.table, request.userId, source?.state.workspaceId);
    if (access) return access;
    throw unknownSource();
  },
  run({ context, workspace, body }) {
    if (body.service === 'pro' && !workspace.state.humanTranslation)
      throw forbidden('plan_upgrade_required', 'This workspace has no human translation.');
    return addTranslation(context)(body.source_conversation_id, {
      targetLanguages: languagesOf(body.target_languages),
      service: body.service,
      isConfirmed: body.confirm,
      name: body.name,
      folderId: body.folder_id,
      tags: body.tags,
      glossaryIds: body.glossary_ids === null ? [] : body.glossary_ids,
      metadata: body.metadata ? metadataAfter({}, body.metadata) : {},
    });
  },
  reply: (order, { context }) => created(presentOrder(order), `${context.baseUrl}/orders/${order.id}`),
});

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
  present: presentOrder,
});

const get = endpoint(getOrderContract, {
  resource: find,
  run: async ({ resource }): Promise<Order> => resource.state,
  reply: (order) => ok(presentOrder(order)),
});

const confirmOne = endpoint(confirmOrderContract, {
  resource: find,
  prefetch: (request) => [readConversations(request)],
  run: ({ context, resource }) => confirm(context)(resource.state.id),
  reply: (order) => ok(presentOrder(order)),
});

const cancelOne = endpoint(cancelOrderContract, {
  resource: find,
  prefetch: (request) => [readConversations(request)],
  run: ({ context, resource }) => cancel(context)(resource.state.id),
  reply: (order) => ok(presentOrder(order)),
});

const fulfillOne = endpoint(fulfillOrderContract, {
  resource: find,
  prefetch: (request) => [readConversations(request)],
  run: ({ context, resource }) => fulfill(context)(resource.state.id),
  reply: (order) => ok(presentOrder(order)),
});

export const orders = (context: AppContext) =>
  apiGroup(context, translate, list, get, confirmOne, cancelOne, fulfillOne);

export const handler = served(orders);

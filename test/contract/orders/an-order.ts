import { conversations } from '#functions/api/conversations/index';
import { orders } from '#functions/api/orders/index';
import { aConversationWorld } from '#test/contract/conversations/a-conversation';
import { callsTo, type World } from '#test/support/api';
import { orderWorker } from '#test/support/order-worker';

/** A workspace with a recorded meeting, whose conversation is there to be translated. */
export async function anOrderWorld(given: Parameters<typeof orderWorker>[1] = {}, inWorld?: World) {
  const context = await aConversationWorld(inWorld);
  const { world, owner } = context;
  const call = callsTo(orders(world.context));
  const callConversations = callsTo(conversations(world.context));
  const source = await context.aConversation();
  const order = (changes: object = {}, key = owner.key, headers = {}) =>
    call('POST', '/translate', {
      ...{ key, headers },
      body: { source_conversation_id: source, target_languages: ['fr'], ...changes },
    });
  return {
    ...context,
    source,
    callText: callConversations,
    worker: orderWorker(world, given),
    call,
    order,
    readOrder: async (id: string) => (await call('GET', `/orders/${id}`, { key: owner.key })).body,
    listOrders: (query = '', key = owner.key) =>
      call('GET', `/orders?workspace_id=${owner.workspaceId}${query}`, { key }),
    act: (id: string, action: 'confirm' | 'cancel' | 'fulfill', key = owner.key) =>
      call('POST', `/orders/${id}/${action}`, { key }),
    conversation: (id: string, rest = '') =>
      callConversations('GET', `/conversations/${id}${rest}`, { key: owner.key }),
    eventsSent: () =>
      world.dynamo
        .items()
        .map(({ sk }) => String(sk?.S))
        .filter((sk) => /^EVENT#(?:order|conversation)\./.test(sk))
        .map((sk) => sk.slice('EVENT#'.length)),
  };
}

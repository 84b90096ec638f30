import { accessTo, type WorkspaceAccess } from '#shared/accounts/workspaces/access';
import { byBodyId } from '#shared/api/http/early';
import { type Caller, created, endpointWith } from '#shared/api/http/endpoint';
import type { AppContext } from '#shared/api/http/ports';
import type { ConversationId, UserId } from '#shared/foundation/core/ids';
import { metadataAfter } from '#shared/foundation/core/metadata';
import { forbidden } from '#shared/foundation/core/refusal';
import type { BodyReader } from '#shared/foundation/http/request/body-reader';
import { conversations } from '#shared/texts/conversations/store';
import { folders } from '#shared/texts/folders/store';
import { addTranslation, loadSource, unknownSource } from '#shared/texts/orders/commands/order-translation';
import { orderTranslationContract } from '#shared/texts/orders/contract';
import {
  createTranslationTaskContract,
  deprecatedOrderTranslationContract,
} from '#shared/texts/orders/deprecated-paths/contract';
import { presentTranslationTask } from '#shared/texts/orders/deprecated-paths/present';
import type { OrderOptions } from '#shared/texts/orders/fields';
import { presentOrder } from '#shared/texts/orders/present';
import { type FieldNames, languagesOf, TRANSLATE_FIELDS } from '#shared/texts/orders/rules/create-order';
import type { Order } from '#shared/texts/orders/rules/order';
import { loadTextRules } from './named-resources.ts';
import type { OrdersContext } from './order-media.ts';
import { secretOfOrder, webhookOfOrder } from './order-webhook.ts';

interface Sent {
  readonly context: AppContext;
  readonly userId: UserId;
  readonly body: BodyReader;
}

const orderEndpoint = endpointWith<OrdersContext>();

const DEPRECATED_FIELDS: FieldNames = { ...TRANSLATE_FIELDS, source: 'source_transcription_id' };
const TASK_FIELDS: FieldNames = { source: 'transcription_id', targetAt: () => 'target_language' };

async function findSource({ context, body }: Sent, { source }: FieldNames) {
  const id = body.id('con', source);
  return id && (await conversations.find(context.table, id));
}

/** What the paths that order translations share: they differ in the names of fields. */
const orderedWith = (fields: FieldNames) => ({
  early(request: Sent) {
    const { context, body } = request;
    const id = body.id('con', fields.source);
    return [
      id && loadSource(context.table, id),
      byBodyId(request, 'folder_id', folders),
      // Their defaults are those of the source's workspace.
      ...loadTextRules(request, async () => (await findSource(request, fields))?.state.workspaceId),
    ];
  },
  /** The workspace of the source. */
  async workspace(request: Sent): Promise<WorkspaceAccess> {
    const source = await findSource(request, fields);
    const access = await accessTo(request.context.table, request.userId, source?.state.workspaceId);
    if (access) return access;
    throw unknownSource(fields);
  },
});

interface Allowed {
  readonly context: OrdersContext;
  readonly caller: Caller;
  readonly workspace: WorkspaceAccess['workspace'];
}

interface Asked {
  readonly sourceId: ConversationId;
  /** BCP-47 */
  readonly languages: readonly string[];
  readonly options?: OrderOptions;
}

async function orderOf(request: Allowed, { sourceId, languages, options }: Asked, fields: FieldNames) {
  const { context, workspace } = request;
  if (options?.service === 'pro' && !workspace.state.humanTranslation)
    throw forbidden('plan_upgrade_required', 'This workspace has no human translation.');
  return addTranslation(context)(sourceId, {
    targetLanguages: languagesOf(languages),
    service: options?.service ?? 'auto',
    isConfirmed: options?.confirm ?? true,
    name: options?.name,
    folderId: options?.folder_id ?? null,
    tags: options?.tags ?? [],
    glossaryIds: options?.glossary_ids === null ? [] : options?.glossary_ids,
    styleGuideId: options?.style_guide_id,
    metadata: options?.metadata ? metadataAfter({}, options.metadata) : {},
    webhook: await webhookOfOrder(request, options?.webhook_url),
    fields,
  });
}

const replyOrder = async (order: Order, request: Pick<Allowed, 'context'>) =>
  created(presentOrder(order, await secretOfOrder(request, order)), `${request.context.baseUrl}/orders/${order.id}`);

export const translate = orderEndpoint(orderTranslationContract, {
  ...orderedWith(TRANSLATE_FIELDS),
  run: (request) => {
    const { source_conversation_id: sourceId, target_languages: languages, ...options } = request.body;
    return orderOf(request, { sourceId, languages, options }, TRANSLATE_FIELDS);
  },
  reply: replyOrder,
});

export const orderTranslationDeprecated = orderEndpoint(deprecatedOrderTranslationContract, {
  ...orderedWith(DEPRECATED_FIELDS),
  run: (request) => {
    const { source_transcription_id: sourceId, target_languages: languages, ...options } = request.body;
    return orderOf(request, { sourceId, languages, options }, DEPRECATED_FIELDS);
  },
  reply: replyOrder,
});

export const createTranslationTask = orderEndpoint(createTranslationTaskContract, {
  ...orderedWith(TASK_FIELDS),
  run: (request) => {
    const { transcription_id: sourceId, target_language: language } = request.body;
    return orderOf(request, { sourceId, languages: [language] }, TASK_FIELDS);
  },
  reply: (order, { context }) =>
    created(presentTranslationTask(order), `${context.baseUrl}/task/transcription_translation/${order.id}`),
});

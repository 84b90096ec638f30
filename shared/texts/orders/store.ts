import * as v from 'valibot';
import type { FolderId, WorkspaceId } from '#shared/foundation/core/ids';
import { filterMapPage, type Page, type PageRequest } from '#shared/foundation/core/page';
import type { Item, Table } from '#shared/foundation/core/table';
import { type Instant, isoOf } from '#shared/foundation/core/time';
import { entity } from '#shared/foundation/dynamodb/entity';
import { duePartition, listOf, tagHashPrefix } from '#shared/foundation/dynamodb/keys';
import { pageOfKeys, rowsOf, sortedBetween } from '#shared/foundation/dynamodb/paging';
import { id, instant, label, metadata } from '#shared/foundation/dynamodb/row-parts';
import { CONVERSATION_KINDS, type ConversationKind } from '#shared/texts/conversations/rules/conversation';
import { FAILURE_REASONS } from '#shared/texts/orders/rules/failure-reasons';
import { type Operation, type Order, type OrderState, SERVICES, type Service } from '#shared/texts/orders/rules/order';
import { INGESTION_FAILURES, type OrderIngestion } from '#shared/texts/orders/rules/order-ingestion';
import { KeptIssuesRow } from '#shared/texts/translation/row';

const ofOperation = {
  id: id('opr'),
  kind: v.picklist(CONVERSATION_KINDS),
  targetLanguage: v.nullable(v.string()),
  conversationId: id('con'),
};

const OperationRow: v.GenericSchema<unknown, Operation> = v.variant('state', [
  v.object({ ...ofOperation, state: v.literal('pending'), hasPlace: v.boolean() }),
  v.object({ ...ofOperation, state: v.picklist(['processing', 'canceled']) }),
  v.object({
    ...ofOperation,
    state: v.literal('done'),
    characters: v.exactOptional(v.number()),
    issues: v.exactOptional(KeptIssuesRow),
  }),
  v.object({ ...ofOperation, state: v.literal('failed'), failureReason: label(FAILURE_REASONS) }),
]);

const ofOrder = {
  id: id('ord'),
  workspaceId: id('wks'),
  service: v.picklist(SERVICES),
  name: v.string(),
  language: v.nullable(v.string()),
  targetLanguages: v.array(v.string()),
  folderId: v.nullable(id('fol')),
  glossaryIds: v.optional(v.array(id('glo')), []),
  styleGuideId: v.optional(v.nullable(id('sty')), null),
  tags: v.array(v.string()),
  metadata,
  operations: v.array(OperationRow),
  price: v.exactOptional(v.object({ currency: v.string(), centHundredths: v.number() })),
  webhook: v.exactOptional(v.object({ url: v.string(), sealedSecret: v.string(), pin: v.string() })),
  createdAt: instant,
  updatedAt: instant,
};

const ofIngestion = { id: id('ing'), url: v.string(), uploadId: v.exactOptional(id('upl')) };

const IngestionRow: v.GenericSchema<unknown, OrderIngestion> = v.variant('state', [
  v.object({
    ...{ ...ofIngestion, state: v.picklist(['pending', 'processing']) },
    source: v.variant('kind', [
      v.object({ kind: v.literal('upload'), key: v.string() }),
      v.object({ kind: v.literal('url'), sealedUrl: v.string() }),
    ]),
  }),
  v.object({
    ...{ ...ofIngestion, state: v.literal('done'), sizeBytes: v.number() },
    ...{ durationSeconds: v.number(), audioTracks: v.exactOptional(v.number()), contentType: v.string() },
  }),
  v.object({ ...ofIngestion, state: v.literal('failed'), failureReason: label(INGESTION_FAILURES) }),
  v.object({ ...ofIngestion, state: v.literal('canceled') }),
]);

const OriginRow = v.variant('kind', [
  v.object({
    kind: v.literal('translation'),
    sourceConversationId: id('con'),
    sourceSeconds: v.exactOptional(v.number()),
  }),
  v.object({
    kind: v.picklist(['transcription', 'subtitles']),
    ingestion: IngestionRow,
    speakers: v.object({
      count: v.exactOptional(v.number()),
      channels: v.exactOptional(v.boolean()),
      tracks: v.exactOptional(v.boolean()),
    }),
  }),
]);

const submittedAt = instant;
const endedAt = instant;

const ProgressRow = v.variant('state', [
  v.object({ ...ofOrder, state: v.literal('incomplete'), expiresAt: instant }),
  v.object({ ...ofOrder, state: v.literal('submitted'), submittedAt, lookAgainAt: v.nullable(instant) }),
  v.object({ ...ofOrder, state: v.literal('locked'), submittedAt }),
  v.object({ ...ofOrder, state: v.literal('fulfilled'), submittedAt, endedAt }),
  v.object({
    ...{ ...ofOrder, state: v.literal('failed'), submittedAt: v.nullable(instant), endedAt },
    failureReason: label(FAILURE_REASONS),
  }),
  v.object({ ...ofOrder, state: v.literal('canceled'), submittedAt: v.nullable(instant), endedAt }),
  v.object({ ...ofOrder, state: v.literal('expired'), endedAt }),
]);

const OrderRow: v.GenericSchema<unknown, Order> = v.intersect([OriginRow, ProgressRow]);

/** Orders of a workspace, with their operations. */
export const orders = entity<Order>({
  noun: 'order',
  type: 'order',
  prefix: 'ord',
  list: 'ORD',
  schema: OrderRow,
  attributes: (order) => ({
    list_sk: `${isoOf(order.createdAt)}#${order.id}`,
    find: {
      s: order.state,
      k: order.kind,
      v: order.service,
      f: order.folderId ?? undefined,
      t: order.tags.length > 0 ? order.tags.map(tagHashPrefix) : undefined,
    },
    ...dueOf(order),
  }),
  notes: {
    listSort: 'created_at#id',
    due: 'the next check of operations that wait, or the expiry of a draft',
    rows: { 'wks_, OPERATIONS': 'Count of the operations that run in a workspace' },
  },
});

function dueOf(order: Order) {
  const at = order.state === 'incomplete' ? order.expiresAt : order.state === 'submitted' ? order.lookAgainAt : null;
  return at === null ? {} : { due_pk: duePartition(order.id), due_at: at };
}

export interface OrderFilter {
  readonly workspaceId: WorkspaceId;
  readonly state?: OrderState | undefined;
  readonly kind?: ConversationKind | undefined;
  readonly service?: Service | undefined;
  /** Those in this folder, or at the root. */
  readonly folderId?: FolderId | 'root' | undefined;
  readonly tag?: string | undefined;
  readonly createdAfter?: Instant | undefined;
  readonly createdBefore?: Instant | undefined;
}

/** Newest first. */
export async function orderPage(table: Table, filter: OrderFilter, request: PageRequest): Promise<Page<Order>> {
  const keep = (item: Item) => mayMatch(v.parse(Find, item.find), filter);
  const query = {
    index: 'list',
    partition: listOf.orders(filter.workspaceId),
    ...sortedBetween({ after: filter.createdAfter, before: filter.createdBefore }),
    keep,
  } as const;
  const page = await rowsOf(table, await pageOfKeys(table, query, request), OrderRow);
  return filterMapPage(page, (order) => (matches(order, filter) ? order : undefined));
}

const Find = v.object({
  s: v.string(),
  k: v.string(),
  v: v.string(),
  f: v.optional(v.string()),
  t: v.optional(v.array(v.string()), []),
});

/**
 * Decides by the projected values, which may lag: leaves out only what cannot match. A state changes, and is not
 * compared.
 */
const mayMatch = ({ k, v: service, f, t }: v.InferOutput<typeof Find>, filter: OrderFilter): boolean =>
  (filter.kind === undefined || k === filter.kind) &&
  (filter.service === undefined || service === filter.service) &&
  (filter.folderId === undefined || (f ?? 'root') === filter.folderId) &&
  (filter.tag === undefined || t.includes(tagHashPrefix(filter.tag)));

const matches = (order: Order, { state, tag }: OrderFilter): boolean =>
  (state === undefined || order.state === state) && (tag === undefined || order.tags.includes(tag));

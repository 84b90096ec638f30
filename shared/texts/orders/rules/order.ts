import type { PaidKind } from '#shared/accounts/usage/rules/usage-limits';
import type {
  ConversationId,
  FolderId,
  GlossaryId,
  IngestionId,
  OperationId,
  OrderId,
  StyleGuideId,
  WorkspaceId,
} from '#shared/foundation/core/ids';
import type { Metadata } from '#shared/foundation/core/metadata';
import type { PricePerMinute } from '#shared/foundation/core/price';
import type { Instant } from '#shared/foundation/core/time';
import type { SpeakerHints } from '#shared/meetings/recorders/rules/speaker-hints';
import type { ConversationKind } from '#shared/texts/conversations/rules/conversation';
import type { FailureReason } from '#shared/texts/orders/rules/failure-reasons';
import type { OrderIngestion } from '#shared/texts/orders/rules/order-ingestion';
import type { KeptIssues } from '#shared/texts/translation/rules/translation-issue';

/** `pro` is work of people, on top of the automatic result. */
export const SERVICES = ['auto', 'pro'] as const;
export type Service = (typeof SERVICES)[number];

/** Texts that a workspace asked for: one operation and one conversation for each. */
export type Order = OrderIdentity & OrderOrigin & OrderProgress;

/** What a request says of an order, whatever its texts are made from. */
export interface OrderLabels {
  readonly workspaceId: WorkspaceId;
  readonly service: Service;
  readonly name: string;
  /** BCP-47, of what the texts are made from; null where it is not known yet, and for a file whose language is to be recognized. */
  readonly language: string | null;
  readonly folderId: FolderId | null;
  /** Whose terms translations have; of two terms with one source that of the first counts. */
  readonly glossaryIds: readonly GlossaryId[];
  /** How its texts are written; null for none. Translations keep it and are not changed by it. */
  readonly styleGuideId: StyleGuideId | null;
  readonly tags: readonly string[];
  readonly metadata: Metadata;
}

interface OrderIdentity extends OrderLabels {
  readonly id: OrderId;
  /** BCP-47; empty but for translations. */
  readonly targetLanguages: readonly string[];
  readonly operations: readonly Operation[];
  /** The price of the deployment when the order was made; absent where it had none. */
  readonly price?: PricePerMinute;
  /** Absent where no `webhook_url` was given. */
  readonly webhook?: OrderWebhook;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

/** What the texts are made from. */
type OrderOrigin = OfText | OfMedia;

interface OfText {
  readonly kind: 'translation';
  readonly sourceConversationId: ConversationId;
  /** Of the audio of the source; absent until it is known. */
  readonly sourceSeconds?: number;
}

interface OfMedia {
  readonly kind: 'transcription' | 'subtitles';
  readonly ingestion: OrderIngestion;
  readonly speakers: SpeakerHints;
}

/** An order of a text of a media file: it has one operation. */
export type MediaOrder = Order & OfMedia;

export const isOfMedia = (order: Order): order is MediaOrder => order.kind !== 'translation';

/** What an order asks an engine for that is paid by size. */
export const paidKindOf = (order: Order): PaidKind =>
  isOfMedia(order) ? 'recognized_seconds' : 'translated_characters';

/** Where the end of an order is reported. */
export interface OrderWebhook {
  /** Validated and normalised. */
  readonly url: string;
  /** The signing secret, sealed for the order. Only the delivery function opens it. */
  readonly sealedSecret: string;
  /** The API version of the request that made the order. */
  readonly pin: string;
}

export const ORDER_STATES = [
  'incomplete',
  'submitted',
  'locked',
  'fulfilled',
  'failed',
  'canceled',
  'expired',
] as const;
export type OrderState = (typeof ORDER_STATES)[number];

type OrderProgress =
  /** A draft, which expires unless it is confirmed. */
  | { readonly state: 'incomplete'; readonly expiresAt: Instant }
  /** `lookAgainAt`: when operations that wait are looked at again; null while none waits. */
  | { readonly state: 'submitted'; readonly submittedAt: Instant; readonly lookAgainAt: Instant | null }
  /** People work on the automatic result. */
  | { readonly state: 'locked'; readonly submittedAt: Instant }
  | { readonly state: 'fulfilled'; readonly submittedAt: Instant; readonly endedAt: Instant }
  | {
      readonly state: 'failed';
      /** Null for a draft whose file was not taken. */
      readonly submittedAt: Instant | null;
      readonly endedAt: Instant;
      readonly failureReason: FailureReason;
    }
  | { readonly state: 'canceled'; readonly submittedAt: Instant | null; readonly endedAt: Instant }
  | { readonly state: 'expired'; readonly endedAt: Instant };

/** The work on one text. */
export type Operation = OperationIdentity & OperationProgress;

interface OperationIdentity {
  readonly id: OperationId;
  readonly kind: ConversationKind;
  /** BCP-47 */
  readonly targetLanguage: string | null;
  readonly conversationId: ConversationId;
}

export const OPERATION_STATES = ['pending', 'processing', 'done', 'failed', 'canceled'] as const;

type OperationProgress =
  /** `hasPlace`: one of the places of the workspace is taken for it, and its job is written. */
  | { readonly state: 'pending'; readonly hasPlace: boolean }
  | { readonly state: 'processing' }
  /** `characters`: what was translated; absent for media, and in operations of before they were counted. `issues`: of the translation, absent without. */
  | { readonly state: 'done'; readonly characters?: number; readonly issues?: KeptIssues }
  | { readonly state: 'failed'; readonly failureReason: FailureReason }
  | { readonly state: 'canceled' };

/** Whether an operation has one of the places of its workspace, and a job that works on it. */
export const holdsPlace = (operation: Operation): boolean =>
  operation.state === 'processing' || (operation.state === 'pending' && operation.hasPlace);

export const isUnfinished = ({ state }: Operation): boolean => state === 'pending' || state === 'processing';

/** Whether nothing changes any more. */
export const hasEnded = ({ state }: Order): boolean =>
  state === 'fulfilled' || state === 'failed' || state === 'canceled' || state === 'expired';

/** Whether the conversation of an operation is there: an order that was canceled or has expired keeps its texts alone. */
export const hasConversation = ({ state }: Order, operation: Operation): boolean =>
  operation.state === 'done' || (state !== 'canceled' && state !== 'expired');

/** The content of a job about one order. A type and not an interface, since it is stored as JSON. */
export type OrderJob = { readonly workspaceId: WorkspaceId; readonly orderId: OrderId };

/** The content of a job about the file of an order. `ingestionId` is absent in jobs of before orders were run again. */
export type IngestionJob = OrderJob & { readonly ingestionId?: IngestionId };

/** The content of a job about one operation. */
export type OperationJob = OrderJob & { readonly operationId: OperationId };

declare module '#shared/foundation/events/rules/domain-event' {
  interface JobTypes {
    /** An order was submitted: its operations take places. The order's own due moment is the safety. */
    'job.order': { readonly content: OrderJob };
    /** A translation of an order has a place: it is to be made. */
    'job.translation': { readonly content: OperationJob };
    /** An order of a text of a media file was made, or is run again: the file is to be copied and read. */
    'job.ingestion': { readonly content: IngestionJob };
    /** A transcription or subtitles of an order have a place: they are to be made. */
    'job.transcription': { readonly content: OperationJob };
  }
}

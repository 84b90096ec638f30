import type { ConversationId, OperationId, WorkspaceId } from '#shared/foundation/core/ids';
import type { TranslatableSegment } from '#shared/texts/translation/ports';
import type { TranslationIssue } from '#shared/texts/translation/rules/translation-issue';

/** How many operations are before one that waits. */
export interface Waiting {
  readonly before: number;
}

/**
 * The places of orders among the jobs of the speech service, half of which are kept for meetings. Every call may be
 * repeated. An outage throws, and `LostRace` where others came first too often.
 */
export interface EnginePlaces {
  /** `taken`: the service may be asked. An operation that may not keeps its turn by asking again. */
  take(of: { readonly operationId: OperationId; readonly workspaceId: WorkspaceId }): Promise<'taken' | Waiting>;
  /** The service was full, or, where it runs no job of an order, out of order. The operation keeps its place and turn. */
  refuse(operationId: OperationId): Promise<Waiting | 'out of order'>;
  release(operationId: OperationId): Promise<void>;
}

/** The conversation whose text is made. */
export interface UnfinishedText {
  readonly workspaceId: WorkspaceId;
  readonly conversationId: ConversationId;
}

/** A part of a text, translated. */
export interface TranslatedSlice {
  readonly segments: readonly TranslatableSegment[];
  readonly issues: readonly TranslationIssue[];
}

/** Results of a translation that is under way, so that a crash continues behind the last of them. An outage throws. */
export interface TranslatedSlices {
  save(of: UnfinishedText, number: number, slice: TranslatedSlice): Promise<void>;
  /** Undefined where the slice is not translated yet. */
  read(of: UnfinishedText, number: number): Promise<TranslatedSlice | undefined>;
  /** Deletes the slices of a text that is done. */
  clear(of: UnfinishedText): Promise<void>;
  /** Deletes everything stored for a conversation that is gone. */
  clearAll(of: UnfinishedText): Promise<void>;
}

import type { ConversationId, WorkspaceId } from '#shared/core/ids';
import type { TranslatableSegment } from '#shared/translation/ports';

/** The conversation whose text is made. */
export interface UnfinishedText {
  readonly workspaceId: WorkspaceId;
  readonly conversationId: ConversationId;
}

/** Results of a translation that is under way, so that a crash continues behind the last of them. An outage throws. */
export interface TranslatedSlices {
  save(of: UnfinishedText, number: number, segments: readonly TranslatableSegment[]): Promise<void>;
  /** Undefined where the slice is not translated yet. */
  read(of: UnfinishedText, number: number): Promise<readonly TranslatableSegment[] | undefined>;
  /** Deletes the slices of a text that is done. */
  clear(of: UnfinishedText): Promise<void>;
  /** Deletes everything stored for a conversation that is gone. */
  clearAll(of: UnfinishedText): Promise<void>;
}

import { type ConversationId, idOf, type WorkspaceId } from '#shared/foundation/core/ids';
import type { Instant } from '#shared/foundation/core/time';

/**
 * Which of two writings of a text is newer: the revisions of the rows that it was made from, then when it was written. In
 * digits of equal width, so that versions are compared as texts are.
 */
export type TextVersion = string & { readonly __kind: 'version of a searched text' };

/** Greater than that of any text: the conversation is gone, and its id does not come again. */
const DELETED_REVISION = 999_999_999_999;

/** The version of what rows with these revisions say. */
export const versionOf = (revisions: readonly number[], at: Instant): TextVersion =>
  written(
    revisions.reduce((sum, revision) => sum + revision, 0),
    at,
  );

export const deletedVersion = (at: Instant): TextVersion => written(DELETED_REVISION, at);

const written = (revision: number, at: Instant): TextVersion =>
  `${String(revision).padStart(12, '0')}-${String(at).padStart(15, '0')}` as TextVersion;

/** A segment says what search is to have of a conversation: its text, or nothing (a tombstone). It never changes. */
export interface SegmentKey {
  readonly conversationId: ConversationId;
  readonly version: TextVersion;
  readonly isTombstone: boolean;
}

export const segmentsPrefix = (workspaceId: WorkspaceId): string => `${workspaceId}/search/segments/`;
export const packsPrefix = (workspaceId: WorkspaceId): string => `${workspaceId}/search/packs/`;
export const manifestKey = (workspaceId: WorkspaceId): string => `${workspaceId}/search/manifest.json`;

export const keyOfSegment = (workspaceId: WorkspaceId, { conversationId, version, isTombstone }: SegmentKey): string =>
  `${segmentsPrefix(workspaceId)}${conversationId}/${version}.${isTombstone ? 'gone' : 'json'}`;

const SEGMENT = /\/search\/segments\/(con_\w+)\/(\d{12}-\d{15})\.(json|gone)$/;

/** The reverse of `keyOfSegment`. */
export function segmentAt(key: string): SegmentKey | undefined {
  const [, id, version, kind] = SEGMENT.exec(key) ?? [];
  const conversationId = idOf('con', id);
  if (!conversationId || version === undefined) return undefined;
  return { conversationId, version: version as TextVersion, isTombstone: kind === 'gone' };
}

/** The newest segment of each conversation, the newest conversation first. Of two of one version, the tombstone. */
export function newestSegments(segments: readonly SegmentKey[]): readonly SegmentKey[] {
  const newest = new Map<ConversationId, SegmentKey>();
  for (const segment of segments) {
    const other = newest.get(segment.conversationId);
    if (!other || isNewer(segment, other)) newest.set(segment.conversationId, segment);
  }
  return [...newest.values()].sort((one, other) => (one.conversationId < other.conversationId ? 1 : -1));
}

const isNewer = (one: SegmentKey, other: SegmentKey): boolean =>
  one.version > other.version || (one.version === other.version && one.isTombstone);

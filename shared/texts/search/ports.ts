import type { CommandContext } from '#shared/foundation/commands/context';
import type { ConversationId, MeetingId, WorkspaceId } from '#shared/foundation/core/ids';
import type { Instant } from '#shared/foundation/core/time';
import type { ResultsStorage } from '#shared/meetings/results/ports';
import type { Manifest, Pack } from '#shared/texts/search/rules/packs';
import type { SearchedText } from '#shared/texts/search/rules/searched-text';
import type { SegmentKey } from '#shared/texts/search/rules/versions';

/** What a workspace's meetings and conversations are searched for. Filters narrow the texts that are ranked. */
export interface SearchQuery {
  readonly workspaceId: WorkspaceId;
  /** Words, "phrases" and prefixes (word*), as a person wrote them. */
  readonly text: string;
  /** Texts that start at or after this moment. */
  readonly after?: Instant;
  /** Texts that start before this moment. */
  readonly before?: Instant;
  /** Email address or name of someone in the meeting. */
  readonly person?: string;
  /** Domain or name of a company. */
  readonly company?: string;
  readonly platform?: string;
  readonly limit: number;
  /** The `next` of the page before, for the same query. */
  readonly cursor?: string;
}

/** A text that was found, with the place in it that fits the query best. */
export interface SearchHit {
  readonly conversationId: ConversationId;
  readonly meetingId: MeetingId | null;
  readonly title: string;
  readonly startsAt: Instant | null;
  /** Seconds into the recording where the quoted place begins. */
  readonly startSeconds: number;
  readonly speaker: string | null;
  /** The quoted place, with no markup. */
  readonly snippet: string;
}

/** The hits of at most eight packs, best first. A page may be empty and still name a next one. */
export interface SearchPage {
  readonly hits: readonly SearchHit[];
  readonly next: string | null;
}

/** Searches the texts of one workspace. */
export interface MeetingSearch {
  /** Refuses a text without a word, and a cursor that no page named. */
  query(query: SearchQuery): Promise<SearchPage>;
}

/** The packs of a workspace as they were read. */
export interface ReadManifest {
  readonly manifest: Manifest;
  /** Of its file; undefined where there is none yet. */
  readonly etag: string | undefined;
  /** How often it was replaced, so that no two of its files are equal. */
  readonly generation: number;
}

/** The texts of workspaces as search keeps them, beneath the workspace. Every call may be repeated; an outage throws. */
export interface StoredIndex {
  /** All segments, with all versions of each. */
  segments(workspaceId: WorkspaceId): Promise<readonly SegmentKey[]>;
  /** Writes the text of a segment, or a tombstone. */
  writeSegment(workspaceId: WorkspaceId, segment: SegmentKey, text: SearchedText | undefined): Promise<void>;
  /** Undefined where it was merged meanwhile. */
  segment(workspaceId: WorkspaceId, segment: SegmentKey): Promise<SearchedText | undefined>;
  removeSegments(workspaceId: WorkspaceId, segments: readonly SegmentKey[]): Promise<void>;
  manifest(workspaceId: WorkspaceId): Promise<ReadManifest>;
  /** False where another manifest was written since this one was read. */
  replaceManifest(workspaceId: WorkspaceId, read: ReadManifest, manifest: Manifest): Promise<boolean>;
  /** Writes a pack that no manifest names yet. */
  writePack(workspaceId: WorkspaceId, texts: readonly SearchedText[], at: Instant): Promise<Pack>;
  /** The texts of a pack; undefined where it was replaced meanwhile. */
  pack(key: string): Promise<readonly SearchedText[] | undefined>;
  /** Some packs, named by the manifest or not, each with when it was written. */
  packs(workspaceId: WorkspaceId): Promise<readonly WrittenPack[]>;
  removePacks(keys: readonly string[]): Promise<void>;
}

export interface WrittenPack {
  readonly key: string;
  readonly writtenAt: Instant;
}

/** What keeping the texts takes. */
export interface IndexContext extends CommandContext {
  readonly index: StoredIndex;
  readonly results: Pick<ResultsStorage, 'transcript'>;
  /** By default 300. */
  readonly textsInPack?: number;
  /** By default 8 MB. */
  readonly bytesMerged?: number;
}

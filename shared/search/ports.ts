import type { ConversationId, MeetingId, WorkspaceId } from '#shared/core/ids';
import type { Instant } from '#shared/core/time';

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
  /** Throws a refusal with the code `invalid_query` or `invalid_cursor` for what cannot be searched for. */
  query(query: SearchQuery): Promise<SearchPage>;
}

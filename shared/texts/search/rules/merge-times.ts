import type { ConversationId, WorkspaceId } from '#shared/foundation/core/ids';
import { DAY_MS, HOUR_MS, type Instant, later, MINUTE_MS } from '#shared/foundation/core/time';

/** The content of the jobs of a workspace's search. Types and not interfaces, since they are stored as JSON. */
export type SearchJob = { readonly workspaceId: WorkspaceId };
export type IndexingJob = { readonly workspaceId: WorkspaceId; readonly conversationId: ConversationId };

declare module '#shared/foundation/events/rules/domain-event' {
  interface JobTypes {
    /** A text appeared, changed or went: search is to have what it is now. */
    'job.conversation_indexing': { readonly content: IndexingJob };
    /** Search is to have the texts that a workspace had before. */
    'job.workspace_search_backfill': { readonly content: SearchJob };
    /** What search has of a workspace is to be merged. */
    'job.workspace_search': { readonly content: SearchJob };
  }
}

/** So many segments are merged at once, without waiting for the night. */
export const MERGED_AT = 100;

/** A text of megabytes counts as several segments, so that those that are not merged fit into memory. */
export const segmentsOf = (bytes: number): number => 1 + Math.floor(bytes / 320_000);

/** A pack that no manifest names is deleted after it: the longest that a merge may take from writing it to naming it. */
export const ORPHANED_AFTER_MS = HOUR_MS;

const NIGHT_BEGINS_MS = HOUR_MS;
const NIGHT_MINUTES = 240;

/** The next merge of a workspace: between 01:00 and 05:00 UTC, each workspace at a minute of its own. */
export function mergeAt(workspace: WorkspaceId, now: Instant): Instant {
  const minute = [...workspace].reduce((sum, sign) => (sum * 31 + sign.charCodeAt(0)) % NIGHT_MINUTES, 0);
  const today = (Math.floor(now / DAY_MS) * DAY_MS) as Instant;
  const at = later(today, NIGHT_BEGINS_MS + minute * MINUTE_MS);
  return at > now ? at : later(at, DAY_MS);
}

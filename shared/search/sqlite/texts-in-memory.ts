import type { DatabaseSync } from 'node:sqlite';
import type { WorkspaceId } from '#shared/core/ids';
import type { SearchedText } from '#shared/search/rules/searched-text';
import type { SegmentKey } from '#shared/search/rules/versions';
import { addTexts, newTextDatabase, removeTexts } from '#shared/search/sqlite/text-database';

/** The texts of a workspace that are in no pack yet, in a database in memory. */
interface HeldTexts {
  readonly database: DatabaseSync;
  /** By conversation. */
  readonly held: Map<SegmentKey['conversationId'], SegmentKey>;
}

/** Workspaces whose segments are kept from one query to the next: some megabytes each. */
const MOST_WORKSPACES = 4;

/** Keeps the segments of the workspaces that were searched last, and reads only those that are new. */
export function textsInMemory(
  read: (workspaceId: WorkspaceId, segment: SegmentKey) => Promise<SearchedText | undefined>,
) {
  const workspaces = new Map<WorkspaceId, HeldTexts>();

  const take = (workspaceId: WorkspaceId): HeldTexts => {
    const there = workspaces.get(workspaceId) ?? { database: newTextDatabase(':memory:'), held: new Map() };
    workspaces.delete(workspaceId);
    workspaces.set(workspaceId, there);
    for (const [oldest, { database }] of [...workspaces].slice(0, -MOST_WORKSPACES)) {
      database.close();
      workspaces.delete(oldest);
    }
    return there;
  };

  return {
    /** A database with the texts of these segments and no others; undefined where one was merged meanwhile. */
    async of(workspaceId: WorkspaceId, segments: readonly SegmentKey[]): Promise<DatabaseSync | undefined> {
      const { database, held } = take(workspaceId);
      const wanted = new Map(segments.map((segment) => [segment.conversationId, segment]));
      const isHeld = (segment: SegmentKey) => held.get(segment.conversationId)?.version === segment.version;
      const texts = await Promise.all(segments.filter((one) => !isHeld(one)).map((one) => read(workspaceId, one)));
      const added = texts.flatMap((text) => text ?? []);
      if (added.length < texts.length) return undefined;
      const left = [...held.values()].filter(
        ({ conversationId, version }) => wanted.get(conversationId)?.version !== version,
      );
      removeTexts(
        database,
        left.map(({ conversationId }) => conversationId),
      );
      for (const { conversationId } of left) held.delete(conversationId);
      addTexts(database, added);
      for (const { conversationId } of added) {
        const segment = wanted.get(conversationId);
        if (segment) held.set(conversationId, segment);
      }
      return database;
    },
  };
}

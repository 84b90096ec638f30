import type { DatabaseSync } from 'node:sqlite';
import type { WorkspaceId } from '#shared/foundation/core/ids';
import { mapConcurrently } from '#shared/foundation/core/map-concurrently';
import { type SearchedText, sizeOf } from '#shared/texts/search/rules/searched-text';
import type { SegmentKey } from '#shared/texts/search/rules/versions';
import { addTexts, newTextDatabase, removeTexts } from '#shared/texts/search/sqlite/text-database';

type HeldSegment = SegmentKey & { readonly bytes: number };

/** The texts of a workspace that are in no pack yet, in a database in memory. */
interface HeldTexts {
  readonly database: DatabaseSync;
  /** By conversation. */
  readonly held: Map<SegmentKey['conversationId'], HeldSegment>;
}

/** Workspaces whose segments are kept from one query to the next, most of which have some megabytes. */
const MOST_WORKSPACES = 4;

/**
 * Bytes in memory at most, of all these workspaces. A text of a workspace that has more is found once it is merged,
 * minutes later.
 */
const MOST_BYTES = 32_000_000;

/** Each may have some megabytes. */
const AT_ONCE = 4;

/** Keeps the segments of the workspaces that were searched last, and reads only those that are new. */
export function textsInMemory(
  read: (workspaceId: WorkspaceId, segment: SegmentKey) => Promise<SearchedText | undefined>,
  mostBytes = MOST_BYTES,
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

  /** Closes the other workspaces, the oldest first, until so many bytes fit beside what is held. */
  const makeRoom = (workspaceId: WorkspaceId, bytes: number) => {
    let occupied = [...workspaces.values()].reduce((sum, { held }) => sum + bytesOf(held), bytes);
    for (const [other, { database, held }] of workspaces) {
      if (occupied <= mostBytes || other === workspaceId) return;
      database.close();
      workspaces.delete(other);
      occupied -= bytesOf(held);
    }
  };

  return {
    /**
     * A database with the texts of these segments, as far as they fit, and no others; undefined where one was merged
     * meanwhile.
     */
    async of(workspaceId: WorkspaceId, segments: readonly SegmentKey[]): Promise<DatabaseSync | undefined> {
      const { database, held } = take(workspaceId);
      const wanted = new Map(segments.map((segment) => [segment.conversationId, segment]));
      const isHeld = (segment: SegmentKey) => held.get(segment.conversationId)?.version === segment.version;
      const kept = segments.filter(isHeld).flatMap(({ conversationId }) => held.get(conversationId) ?? []);
      let room = mostBytes - kept.reduce((sum, { bytes }) => sum + bytes, 0);
      const texts = await mapConcurrently(
        segments.filter((one) => !isHeld(one)),
        AT_ONCE,
        async (segment) => {
          if (room <= 0) return 'no room';
          const text = await read(workspaceId, segment);
          if (text) room -= sizeOf(text);
          return text;
        },
      );
      if (texts.includes(undefined)) return undefined;
      const added = texts.flatMap((text) => (text && text !== 'no room' ? [text] : []));
      const left = [...held.values()].filter(
        ({ conversationId, version }) => wanted.get(conversationId)?.version !== version,
      );
      removeTexts(
        database,
        left.map(({ conversationId }) => conversationId),
      );
      for (const { conversationId } of left) held.delete(conversationId);
      makeRoom(
        workspaceId,
        added.reduce((sum, text) => sum + sizeOf(text), 0),
      );
      addTexts(database, added);
      for (const text of added) {
        const segment = wanted.get(text.conversationId);
        if (segment) held.set(text.conversationId, { ...segment, bytes: sizeOf(text) });
      }
      return database;
    },
  };
}

const bytesOf = (held: HeldTexts['held']): number => [...held.values()].reduce((sum, { bytes }) => sum + bytes, 0);

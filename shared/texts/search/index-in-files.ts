import * as v from 'valibot';
import { mapConcurrently } from '#shared/foundation/core/map-concurrently';
import type { Instant } from '#shared/foundation/core/time';
import { id, instant } from '#shared/foundation/dynamodb/row-parts';
import type { FileStorage } from '#shared/foundation/files/ports';
import type { StoredIndex } from '#shared/texts/search/ports';
import { type Manifest, NO_PACKS, packWith } from '#shared/texts/search/rules/packs';
import type { SearchedText } from '#shared/texts/search/rules/searched-text';
import {
  keyOfSegment,
  manifestKey,
  packsPrefix,
  type SegmentKey,
  segmentAt,
  segmentsPrefix,
  type TextVersion,
} from '#shared/texts/search/rules/versions';
import { packBytes, textsInPack } from '#shared/texts/search/sqlite/pack-bytes';

type Files = Pick<FileStorage, 'get' | 'getTagged' | 'put' | 'replace' | 'remove' | 'keys'>;

const AT_ONCE = 16;
/** Keys that a storage lists at once. */
const PAGE = 1000;
const JSON_TYPE = 'application/json';

/** Segments as JSON, packs as files of SQLite, and a manifest that names the packs. */
export const indexInFiles = (files: Files, randomBytes: (size: number) => Uint8Array): StoredIndex => ({
  async segments(workspaceId) {
    const segments: SegmentKey[] = [];
    let after: string | undefined;
    do {
      const keys: readonly string[] = await files.keys(segmentsPrefix(workspaceId), after);
      segments.push(...keys.flatMap((key) => segmentAt(key) ?? []));
      after = keys.length < PAGE ? undefined : keys.at(-1);
    } while (after !== undefined);
    return segments;
  },

  writeSegment: (workspaceId, segment, text) =>
    files.put(keyOfSegment(workspaceId, segment), text ? bytesOf(text) : new Uint8Array(), JSON_TYPE),

  async segment(workspaceId, segment) {
    const bytes = await files.get(keyOfSegment(workspaceId, segment));
    return bytes && v.parse(StoredText, jsonIn(bytes));
  },

  async removeSegments(workspaceId, segments) {
    await mapConcurrently(segments, AT_ONCE, (segment) => files.remove(keyOfSegment(workspaceId, segment)));
  },

  async manifest(workspaceId) {
    const file = await files.getTagged(manifestKey(workspaceId));
    if (!file) return { manifest: NO_PACKS, etag: undefined, generation: 0 };
    const { generation, ...manifest } = v.parse(StoredManifest, jsonIn(file.bytes));
    return { manifest, generation, etag: file.etag };
  },

  replaceManifest: (workspaceId, { etag, generation }, { packs }) =>
    files.replace(manifestKey(workspaceId), bytesOf({ generation: generation + 1, packs }), {
      contentType: JSON_TYPE,
      etag,
    }),

  async writePack(workspaceId, texts, at) {
    const name = `${String(at).padStart(15, '0')}-${Buffer.from(randomBytes(10)).toString('hex')}`;
    const key = `${packsPrefix(workspaceId)}${name}.sqlite`;
    await files.put(key, packBytes(texts), 'application/vnd.sqlite3');
    return packWith(key, texts);
  },

  async pack(key) {
    const bytes = await files.get(key);
    return bytes && textsInPack(bytes);
  },

  async packs(workspaceId) {
    const keys = await files.keys(packsPrefix(workspaceId), undefined);
    return keys.map((key) => ({ key, writtenAt: Number(WRITTEN_AT.exec(key)?.[1] ?? 0) as Instant }));
  },

  async removePacks(keys) {
    await mapConcurrently(keys, AT_ONCE, (key) => files.remove(key));
  },
});

const WRITTEN_AT = /\/(\d{15})-[0-9a-f]+\.sqlite$/;

const bytesOf = (content: unknown): Uint8Array => Buffer.from(JSON.stringify(content));
const jsonIn = (bytes: Uint8Array): unknown => JSON.parse(Buffer.from(bytes).toString('utf8'));

const StoredManifest: v.GenericSchema<unknown, Manifest & { readonly generation: number }> = v.object({
  generation: v.number(),
  packs: v.array(v.object({ key: v.string(), from: id('con'), texts: v.number(), firstAt: instant, lastAt: instant })),
});

const StoredText: v.GenericSchema<unknown, SearchedText> = v.object({
  conversationId: id('con'),
  meetingId: v.nullable(id('mtg')),
  version: v.pipe(
    v.string(),
    v.transform((version) => version as TextVersion),
  ),
  file: v.string(),
  title: v.string(),
  startsAt: v.nullable(instant),
  placedAt: instant,
  platform: v.nullable(v.string()),
  people: v.array(v.object({ name: v.nullable(v.string()), email: v.nullable(v.string()) })),
  passages: v.array(v.object({ startSeconds: v.number(), speaker: v.nullable(v.string()), text: v.string() })),
});

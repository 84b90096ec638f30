import type { DatabaseSync } from 'node:sqlite';
import type { ConversationId } from '#shared/foundation/core/ids';
import { badRequest } from '#shared/foundation/core/refusal';
import type { FileStorage } from '#shared/foundation/files/ports';
import type { SearchQuery, StoredIndex } from '#shared/texts/search/ports';
import { expressionOf, parseQuery, type Term } from '#shared/texts/search/rules/parse-query';
import { type Quote, quoteFrom } from '#shared/texts/search/rules/quote';
import {
  type Matches,
  pairsOf,
  type Ranked,
  rankedTexts,
  significantTerms,
  weightsOf,
} from '#shared/texts/search/rules/rank';
import type { SearchedText } from '#shared/texts/search/rules/searched-text';
import { newestSegments, type SegmentKey } from '#shared/texts/search/rules/versions';
import { type SearchPosition, type Window, windowOf } from '#shared/texts/search/rules/windows';
import {
  markedBody,
  matchesIn,
  nearExpression,
  pairsIn,
  type TextFilter,
} from '#shared/texts/search/sqlite/match-texts';
import { openPacks } from '#shared/texts/search/sqlite/open-packs';
import { textOf, versionsIn } from '#shared/texts/search/sqlite/text-database';
import { textsInMemory } from '#shared/texts/search/sqlite/texts-in-memory';

/** What one query found in its window. It may be read until the next query begins. */
export interface Found {
  readonly window: Window;
  /** Best first. */
  readonly ranked: readonly Ranked[];
  text(conversation: ConversationId): SearchedText;
  /** The place in a text that fits the query best. */
  quote(text: SearchedText): Quote;
}

export type EngineQuery = Pick<SearchQuery, 'workspaceId' | 'text' | 'after' | 'before' | 'person' | 'platform'> & {
  readonly domains: readonly string[] | undefined;
};

/** Finds texts by SQLite's FTS5. It keeps what it has read in memory and on the disk, for the next query. */
export interface SearchEngine {
  /** Runs one query at a time, until `use` has ended. */
  search<Result>(query: EngineQuery, position: SearchPosition, use: (found: Found) => Promise<Result>): Promise<Result>;
}

/** How often a query that meets the end of a merge reads the index again. */
const ATTEMPTS = 10;

export function searchEngine(index: StoredIndex, files: Pick<FileStorage, 'get'>): SearchEngine {
  const packs = openPacks((key) => files.get(key));
  const memory = textsInMemory((workspaceId, segment) => index.segment(workspaceId, segment));
  let before: Promise<unknown> = Promise.resolve();

  const opened = async (query: EngineQuery, position: SearchPosition): Promise<Opened> => {
    for (let nth = 0; nth < ATTEMPTS; nth += 1) {
      // Before the manifest: what is merged in between is in both, never in neither.
      const segments = newestSegments(await index.segments(query.workspaceId));
      const { manifest } = await index.manifest(query.workspaceId);
      const window = windowOf({ manifest, segments }, position, query);
      const written = window.segments.filter(({ isTombstone }) => !isTombstone);
      const [databases, held] = await Promise.all([
        packs.of(window.packs.map(({ key }) => key)),
        memory.of(query.workspaceId, written),
      ]);
      if (databases && held) return { window, databases, memory: held };
    }
    throw new Error('The index of search changed again and again while it was read.');
  };

  return {
    search(query, position, use) {
      const terms = parseQuery(query.text);
      if (terms.length === 0) throw badRequest('The text to search for has no word.', 'q');
      const result = before.then(async () => {
        const read = await opened(query, position);
        return use(foundIn(read, { terms, query, position }));
      });
      before = result.catch(() => undefined);
      return result;
    },
  };
}

interface Opened {
  readonly window: Window;
  readonly databases: readonly DatabaseSync[];
  readonly memory: DatabaseSync;
}

interface Looking {
  readonly terms: readonly Term[];
  readonly query: EngineQuery;
  readonly position: SearchPosition;
}

function foundIn({ window, databases, memory }: Opened, { terms, query, position }: Looking): Found {
  const filter = filterOf(query, window, position);
  const { late, newer } = segmentsBeside(databases, window.segments);
  const sources = [
    { database: memory, filter: { ...filter, without: late } },
    ...databases.map((database) => ({ database, filter: { ...filter, without: newer } })),
  ];
  const counted = sources.map((source) => ({ ...source, ...matchesIn(source.database, terms, source.filter) }));
  const weights = weightsOf(counted, terms.length);
  const pairs = pairsOf(weights);
  const matches = counted.map((one) => ({ ...one, pairs: pairsIn(one.database, terms, pairs) }));
  const homes = homesOf(matches);
  const databaseOf = (id: ConversationId): DatabaseSync => homes.get(id)?.database ?? memory;
  return {
    window,
    ranked: rankedTexts(
      matches,
      weights,
      terms.map(({ isRequired }) => isRequired),
    ),
    text: (id) => textOf(databaseOf(id), id),
    quote(text) {
      const near = homes.get(text.conversationId)?.pairs.filter(({ texts }) => texts.has(text.conversationId)) ?? [];
      const expression =
        near.length > 0
          ? near.map((pair) => `(${nearExpression(terms, pair.terms)})`).join(' OR ')
          : `body : (${significantTerms(weights)
              .flatMap((nth) => (terms[nth] ? expressionOf(terms[nth]) : []))
              .join(' OR ')})`;
      return quoteFrom(text.passages, markedBody(databaseOf(text.conversationId), text.conversationId, expression));
    },
  };
}

type Source = Matches & { readonly database: DatabaseSync };

/** Which database has a text that was found. */
const homesOf = (matches: readonly Source[]): ReadonlyMap<ConversationId, Source> =>
  new Map(matches.flatMap((of) => of.frequencies.flatMap((found) => [...found.keys()].map((id) => [id, of] as const))));

/**
 * The conversations of segments: those of which a segment is newer than what packs have, and those of which it is older,
 * since it was written late. The next merge removes such a segment.
 */
function segmentsBeside(databases: readonly DatabaseSync[], segments: readonly SegmentKey[]) {
  const ids = segments.map(({ conversationId }) => conversationId);
  const inPacks = new Map(databases.flatMap((database) => [...versionsIn(database, ids)]));
  const isLate = ({ conversationId, version }: SegmentKey) => version < (inPacks.get(conversationId) ?? '');
  const idsOf = (some: readonly SegmentKey[]) => new Set(some.map(({ conversationId }) => conversationId));
  return { late: idsOf(segments.filter(isLate)), newer: idsOf(segments.filter((one) => !isLate(one))) };
}

const filterOf = (query: EngineQuery, window: Window, { before: to }: SearchPosition): Omit<TextFilter, 'without'> => ({
  from: window.from,
  to,
  after: query.after,
  before: query.before,
  person: query.person,
  domains: query.domains,
  platform: query.platform,
});

import type { DatabaseSync } from 'node:sqlite';
import * as v from 'valibot';
import type { ConversationId } from '#shared/foundation/core/ids';
import { comparableEmail } from '#shared/foundation/core/people';
import type { Instant } from '#shared/foundation/core/time';
import { id } from '#shared/foundation/dynamodb/row-parts';
import { expressionOf, type Term } from '#shared/texts/search/rules/parse-query';
import { MARKS } from '#shared/texts/search/rules/quote';
import type { Matches, NearPair } from '#shared/texts/search/rules/rank';
import { BODY_COLUMN, foldedName } from '#shared/texts/search/sqlite/text-database';

/** Which texts of a database take part. */
export interface TextFilter {
  /** From this conversation on. */
  readonly from: ConversationId | undefined;
  /** Before this one. */
  readonly to: ConversationId | undefined;
  readonly after: Instant | undefined;
  readonly before: Instant | undefined;
  /** Email address, or part of a name. */
  readonly person: string | undefined;
  /** Email domains of which one has to be there. */
  readonly domains: readonly string[] | undefined;
  readonly platform: string | undefined;
  /** Conversations of which another database has something newer. */
  readonly without: ReadonlySet<ConversationId>;
}

/** Words in the title and in names count so much more than in what was said. */
const WEIGHTS = '2.0, 1.0, 1.0';
/** Tokens between two that are near each other. */
const NEAR = 8;

/** What a database has for each term. */
export function matchesIn(database: DatabaseSync, terms: readonly Term[], filter: TextFilter): Omit<Matches, 'pairs'> {
  const texts = v.parse(Count, database.prepare('SELECT count(*) AS count FROM texts').get()).count;
  const isIn = passing(database, filter);
  const rows = terms.map((term) => matchingRows(database, term));
  return {
    texts,
    counts: rows.map((of) => of.length),
    frequencies: rows.map((of) => {
      const engineWeight = weightInEngine(texts, of.length);
      return new Map(
        of.filter(({ conversation }) => isIn(conversation)).map((row) => [row.conversation, -row.rank / engineWeight]),
      );
    }),
  };
}

const Count = v.object({ count: v.number() });
const Match = v.object({ conversation: id('con'), rank: v.number() });

const matchingRows = (database: DatabaseSync, term: Term) =>
  database
    .prepare(
      `SELECT conversation, bm25(found, ${WEIGHTS}) AS rank FROM found JOIN texts ON texts.id = found.rowid WHERE found MATCH ?`,
    )
    .all(expressionOf(term))
    .map((row) => v.parse(Match, row));

/** The weight that FTS5's bm25 gives a term of which it has so many texts: sqlite.org/fts5.html#the_bm25_function. */
function weightInEngine(texts: number, count: number): number {
  const weight = Math.log((texts - count + 0.5) / (count + 0.5));
  return weight <= 0 ? 1e-6 : weight;
}

/** Which of its texts have these terms near each other. */
export const pairsIn = (
  database: DatabaseSync,
  terms: readonly Term[],
  pairs: readonly (readonly [number, number])[],
): readonly NearPair[] =>
  pairs.map((pair) => ({
    terms: pair,
    texts: new Set(
      database
        .prepare('SELECT conversation FROM found JOIN texts ON texts.id = found.rowid WHERE found MATCH ?')
        .all(nearExpression(terms, pair))
        .map((row) => v.parse(Conversation, row).conversation),
    ),
  }));

const Conversation = v.object({ conversation: id('con') });

/** The expression of two terms near each other in what was said. */
export const nearExpression = (terms: readonly Term[], pair: readonly [number, number]): string =>
  `body : NEAR(${pair.flatMap((nth) => (terms[nth] ? expressionOf(terms[nth]) : [])).join(' ')}, ${NEAR})`;

/** The body of a text with marks around what an expression finds in it; undefined where it finds nothing there. */
export function markedBody(
  database: DatabaseSync,
  conversation: ConversationId,
  expression: string,
): string | undefined {
  const row = database
    .prepare(
      `SELECT highlight(found, ${BODY_COLUMN}, '${MARKS.begin}', '${MARKS.end}') AS marked FROM found WHERE found MATCH ? AND rowid = (SELECT id FROM texts WHERE conversation = ?)`,
    )
    .get(expression, conversation);
  return row && v.parse(Marked, row).marked;
}

const Marked = v.object({ marked: v.string() });

/** Whether a conversation takes part. */
function passing(database: DatabaseSync, filter: TextFilter): (conversation: ConversationId) => boolean {
  const { conditions, values } = conditionsOf(filter);
  const rows = database
    .prepare(`SELECT conversation FROM texts ${conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : ''}`)
    .all(...values)
    .map((row) => v.parse(Conversation, row).conversation);
  const allowed = new Set(rows);
  return (conversation) => allowed.has(conversation) && !filter.without.has(conversation);
}

function conditionsOf({ from, to, after, before, person, domains, platform }: TextFilter) {
  const ofPeople = (condition: string) => `EXISTS (SELECT 1 FROM people WHERE text = texts.id AND ${condition})`;
  const given: readonly (readonly [string, string | number | undefined])[] = [
    ['conversation >= ?', from],
    ['conversation < ?', to],
    ['placed_at >= ?', after],
    ['placed_at < ?', before],
    ['platform = ?', platform],
    person?.includes('@')
      ? [ofPeople('email = ?'), comparableEmail(person)]
      : [ofPeople('instr(name, ?) > 0'), person === undefined ? undefined : foldedName(person)],
    [
      ofPeople('domain IN (SELECT value FROM json_each(?))'),
      domains === undefined ? undefined : JSON.stringify(domains),
    ],
  ];
  const set = given.flatMap(([condition, value]) => (value === undefined ? [] : [{ condition, value }]));
  return { conditions: set.map(({ condition }) => condition), values: set.map(({ value }) => value) };
}

import type { DatabaseSync } from 'node:sqlite';
import * as v from 'valibot';
import type { ConversationId } from '#shared/foundation/core/ids';
import { domainOf } from '#shared/foundation/core/people';
import type { Instant } from '#shared/foundation/core/time';
import { id, instant } from '#shared/foundation/dynamodb/row-parts';
import { indexedText } from '#shared/texts/search/rules/bigrams';
import { namesOf, type SearchedText } from '#shared/texts/search/rules/searched-text';
import type { TextVersion } from '#shared/texts/search/rules/versions';

/**
 * Letters and digits with the marks that scripts of India and South-East Asia write vowels with; of Latin letters,
 * diacritics are left out. Private use characters divide the names of people from each other.
 */
const TOKENIZER = `unicode61 remove_diacritics 2 categories ''L* N* Co Mn Mc''`;

const SCHEMA = `
  CREATE TABLE texts (
    id INTEGER PRIMARY KEY, conversation TEXT NOT NULL UNIQUE, version TEXT NOT NULL, placed_at INTEGER NOT NULL,
    platform TEXT, title TEXT NOT NULL, names TEXT NOT NULL, about TEXT NOT NULL, body TEXT NOT NULL
  );
  CREATE TABLE people (text INTEGER NOT NULL, email TEXT, domain TEXT, name TEXT);
  CREATE INDEX people_by_text ON people (text);
  CREATE VIRTUAL TABLE found USING fts5 (title, names, body, content='texts', content_rowid='id', tokenize='${TOKENIZER}');
`;

/** In the order of the columns of `found`. */
export const BODY_COLUMN = 2;

/** The SQLite of Node. Loaded when it is used: bundlers and jest need not know it. */
const sqlite = () => process.getBuiltinModule('node:sqlite');

/** An empty database of texts, in a file or in memory (`:memory:`). */
export function newTextDatabase(path: string): DatabaseSync {
  const database = new (sqlite().DatabaseSync)(path);
  database.exec(`PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; ${SCHEMA}`);
  return database;
}

/** A database that is only read. The file has to stay until the first read. */
export const openTextDatabase = (path: string): DatabaseSync => new (sqlite().DatabaseSync)(path, { readOnly: true });

/** Names of people are compared in lower case and without diacritics. */
export const foldedName = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/\s+/gu, ' ')
    .trim();

/** Adds texts, whose conversations the database does not have yet. */
export function addTexts(database: DatabaseSync, texts: readonly SearchedText[]): void {
  const text = database.prepare(
    'INSERT INTO texts (conversation, version, placed_at, platform, title, names, about, body) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
  );
  const found = database.prepare('INSERT INTO found (rowid, title, names, body) VALUES (?, ?, ?, ?)');
  const person = database.prepare('INSERT INTO people (text, email, domain, name) VALUES (?, ?, ?, ?)');
  database.exec('BEGIN');
  for (const one of texts) {
    const { conversationId, version, placedAt, platform, people } = one;
    const { title, names, body, about } = columnsOf(one);
    const { lastInsertRowid: row } = text.run(conversationId, version, placedAt, platform, title, names, about, body);
    found.run(row, title, names, body);
    for (const { email, name } of people)
      person.run(row, email, email === null ? null : domainOf(email), name === null ? null : foldedName(name));
    for (const speaker of speakersOf(one)) person.run(row, null, null, foldedName(speaker));
  }
  database.exec('COMMIT');
}

/** Takes texts out. What they were stays in free pages: a pack is written anew instead. */
export function removeTexts(database: DatabaseSync, conversations: readonly ConversationId[]): void {
  const find = database.prepare('SELECT id, title, names, body FROM texts WHERE conversation = ?');
  database.exec('BEGIN');
  for (const conversation of conversations) {
    const row = find.get(conversation);
    if (!row) continue;
    const { id: text, title, names, body } = v.parse(Indexed, row);
    database
      .prepare("INSERT INTO found (found, rowid, title, names, body) VALUES ('delete', ?, ?, ?, ?)")
      .run(text, title, names, body);
    database.prepare('DELETE FROM people WHERE text = ?').run(text);
    database.prepare('DELETE FROM texts WHERE id = ?').run(text);
  }
  database.exec('COMMIT');
}

/** Every text of a database, in the order in which they were added. */
export const allTexts = (database: DatabaseSync): readonly SearchedText[] =>
  database
    .prepare('SELECT conversation, version, placed_at, platform, about, body FROM texts ORDER BY id')
    .all()
    .map(textIn);

const Versioned = v.object({ conversation: id('con'), version: v.string() });

/** The versions that a database has of these conversations. */
export function versionsIn(
  database: DatabaseSync,
  conversations: readonly ConversationId[],
): ReadonlyMap<ConversationId, TextVersion> {
  const rows = database
    .prepare('SELECT conversation, version FROM texts WHERE conversation IN (SELECT value FROM json_each(?))')
    .all(JSON.stringify(conversations))
    .map((row) => v.parse(Versioned, row));
  return new Map(rows.map(({ conversation, version }) => [conversation, version as TextVersion]));
}

/** The text of one conversation. Throws where there is none. */
export const textOf = (database: DatabaseSync, conversation: ConversationId): SearchedText =>
  textIn(
    database
      .prepare('SELECT conversation, version, placed_at, platform, about, body FROM texts WHERE conversation = ?')
      .get(conversation),
  );

const Indexed = v.object({ id: v.number(), title: v.string(), names: v.string(), body: v.string() });

const Row = v.object({
  conversation: id('con'),
  version: v.string(),
  placed_at: instant,
  platform: v.nullable(v.string()),
  about: v.string(),
  body: v.string(),
});

/** What the columns do not say. The text of a passage stands in the body, unless it is indexed in another form. */
const About = v.object({
  meetingId: v.nullable(id('mtg')),
  file: v.string(),
  title: v.string(),
  startsAt: v.nullable(instant),
  people: v.array(v.object({ name: v.nullable(v.string()), email: v.nullable(v.string()) })),
  speakers: v.array(v.string()),
  passages: v.array(v.tuple([v.number(), v.nullable(v.number()), v.nullable(v.string())])),
});

/** Between two names, so that no phrase runs from one into the next. */
const BETWEEN = ' \u{E000} ';

const speakersOf = ({ passages }: SearchedText): readonly string[] => [
  ...new Set(passages.flatMap(({ speaker }) => speaker ?? [])),
];

function columnsOf(text: SearchedText) {
  const { meetingId, file, title, startsAt, people, passages } = text;
  const speakers = speakersOf(text);
  const lines = passages.map((passage) => indexedText(passage.text));
  const about: v.InferOutput<typeof About> = {
    ...{ meetingId, file, title, startsAt, people: [...people], speakers: [...speakers] },
    passages: passages.map(({ startSeconds, speaker, text: said }, nth) => [
      startSeconds,
      speaker === null ? null : speakers.indexOf(speaker),
      said === lines[nth] ? null : said,
    ]),
  };
  return {
    title: indexedText(title),
    names: [...namesOf(text), ...people.flatMap(({ email }) => email ?? [])].map(indexedText).join(BETWEEN),
    body: lines.join('\n'),
    about: JSON.stringify(about),
  };
}

function textIn(row: unknown): SearchedText {
  const { conversation, version, placed_at: placedAt, platform, about, body } = v.parse(Row, row);
  const { speakers, passages, ...rest } = v.parse(About, JSON.parse(about));
  const lines = body.split('\n');
  return {
    ...rest,
    conversationId: conversation,
    version: version as TextVersion,
    placedAt: placedAt as Instant,
    platform,
    passages: passages.map(([startSeconds, speaker, text], nth) => ({
      startSeconds,
      speaker: speaker === null ? null : (speakers[speaker] ?? null),
      text: text ?? lines[nth] ?? '',
    })),
  };
}

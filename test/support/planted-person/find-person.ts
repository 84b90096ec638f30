import type { Item } from '#test/doubles/dynamodb/values';
import { type PlantedPerson, type Trace, tracesOf } from './planted-person.ts';
import { type Opened, type TextAt, textsIn } from './texts-in.ts';

/** Where something of a person stands. */
export interface Finding {
  readonly in: 'table' | 'bucket' | 'queue' | 'bus' | 'log';
  /** The type of the row; the form of the key of a file, and of a row without a type. */
  readonly what: string;
  /** With ids and hashes left out: `mtg_ . state.organizer.email`. */
  readonly at: string;
  readonly trace: Trace;
  /** As it is stored. */
  readonly key: string;
}

/** All that a deployment keeps and says. */
export interface Searched {
  readonly items: readonly Item[];
  readonly files: ReadonlyMap<string, Uint8Array>;
  /** Open multipart uploads and their parts. */
  readonly openUploads: ReadonlyMap<string, unknown>;
  readonly queued: readonly string[];
  readonly published: readonly unknown[];
  readonly lines: readonly unknown[];
  readonly opened: Opened;
}

/** Everything that is left of a person: one finding for each text and trace. */
export function findPerson(person: PlantedPerson, searched: Searched): readonly Finding[] {
  const traces = tracesOf(person);
  const findings = (where: Omit<Finding, 'at' | 'trace'>, texts: readonly TextAt[]): readonly Finding[] =>
    texts.flatMap(({ path, text }) => traces(text).map((trace) => ({ ...where, at: path, trace })));
  const { opened } = searched;
  const others = [
    ['queue', searched.queued],
    ['bus', searched.published],
    ['log', searched.lines],
  ] as const;
  return [
    ...searched.items.flatMap((item) => {
      const key = `${item['pk']?.S} ${item['sk']?.S}`;
      const where = { in: 'table', what: item['type']?.S ?? formOf(key), key } as const;
      return findings(where, textsIn(plain(item), formOf(key), opened));
    }),
    ...[...searched.files, ...searched.openUploads].flatMap(([key, content]) =>
      findings({ in: 'bucket', what: formOf(key), key }, [
        { path: '{key}', text: key },
        ...textsIn(content, 'content', opened),
      ]),
    ),
    ...others.flatMap(([where, said]) =>
      said.flatMap((one, at) => findings({ in: where, what: where, key: `${at}` }, textsIn(one, where, opened))),
    ),
  ];
}

/** A key without what differs from run to run: `mtg_`, `h`, a time. */
const formOf = (key: string): string =>
  key
    .replace(/(?<=\b[a-z]{2,4}_)[0-9a-z]{26}/g, '')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'time')
    .replace(/(?<=#|_|^)[\w-]{43}(?=$|[ #.])/g, 'digest')
    .replace(/(?<=#|_|^)[\w-]{22}(?=$|[ #.])/g, 'h')
    .replace(/(?<=packs\/)\d{15}-[0-9a-f]{20}/, 'PACK')
    .replace(/(?<=con_\/)\d{12}-\d{15}/, 'VERSION')
    .replace(/(?<=transcript-)[0-9a-f]{20}/, 'CORRECTION')
    .replace(/(?<=PERSON#)[\w-]{8}/, 'mark');

/** An item as its attributes say it: what `unmarshall` makes of it, in names that a reader knows. */
const plain = (item: Item): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(item).map(([name, value]) => [name, plainValue(value)]));

function plainValue(value: Item[string]): unknown {
  if (value.M) return plain(value.M);
  if (value.L) return value.L.map(plainValue);
  return value.S ?? value.N ?? value.B ?? value.SS ?? value.BS ?? value.NS ?? null;
}

/** What a test compares: each place once, in order. */
export const placesOf = (findings: readonly Finding[]): readonly string[] =>
  [...new Set(findings.map(({ in: where, what, at, trace }) => `${where} ${what}: ${at} (${trace})`))].sort();

/** The rows and files that a person stands in, each once, in order; those with nothing but a hash are named so. */
export function keptIn(findings: readonly Finding[]): readonly string[] {
  const names = (some: readonly Finding[]) => [...new Set(some.map(({ in: where, what }) => `${where} ${what}`))];
  const open = names(findings.filter(({ trace }) => trace !== 'hash'));
  const hashed = names(findings).filter((name) => !open.includes(name));
  return [...open, ...hashed.map((name) => `${name} (hash)`)].sort();
}

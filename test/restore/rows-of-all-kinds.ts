import { readFile } from 'node:fs/promises';
import { nameOf, type Row } from '#bin/operator/restore/stored-table';
import { OUTBOX_SORT_KEY_PREFIX } from '#shared/foundation/infrastructure-names';

/** The type of the rows, which no worker and no list knows. */
export const REHEARSAL = 'rehearsal';

/** The keys of docs/table.md by kind of row, as `pk` and `sk`; one for kinds that share a key. */
async function documentedKeys(): Promise<readonly (readonly [pk: string, sk: string])[]> {
  const lines = (await readFile('docs/table.md', 'utf8')).split('\n');
  const cells = lines.flatMap((line) => /^\| [^|]+ \| (`[^|]+`) \|/.exec(line)?.[1] ?? []);
  const keys = cells.map((cell) => cell.replaceAll('`', '').replace(' or whe_', '').split(', '));
  const pairs = keys.flatMap(([pk = '', sk]) => (sk === undefined ? [] : [[pk, sk] as const]));
  // The relay would publish an outbox row. Real ones are in the table anyway.
  return pairs.filter(([, sk]) => !sk.startsWith(OUTBOX_SORT_KEY_PREFIX));
}

/** So many rows, of every kind in turn, with values of different lengths. */
export async function rowsOfAllKinds(count: number): Promise<readonly Row[]> {
  const keys = await documentedKeys();
  const rows = Array.from({ length: count }, (_, nth) => {
    const [pk, sk] = keys[nth % keys.length] ?? ['', ''];
    const mark = `rehearsal${Math.floor(nth / keys.length)}`;
    // Rows of SYSTEM differ in their sort keys, and a row that stands alone in its partition key.
    const key = pk === 'SYSTEM' ? { pk, sk: `${sk}_${mark}` } : { pk: `${pk}${mark}`, sk: sk === '.' ? sk : sk + mark };
    return {
      pk: { S: key.pk },
      sk: { S: key.sk },
      type: { S: REHEARSAL },
      revision: { N: String(nth % 7) },
      state: { S: 'x'.repeat(nth % 1_500) },
    };
  });
  return [...new Map(rows.map((row) => [nameOf(row), row])).values()];
}

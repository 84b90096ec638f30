import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { entities } from '#shared/wiring/entities';
import { withRows } from '#shared/wiring/table-document';
import { describe, expect, it } from '#test/support/jest';

const page = readFileSync('docs/table.md', 'utf8');

const storeFiles = readdirSync('shared', { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('store.ts') || path.endsWith('/row.ts'))
  .map((path) => readFileSync(join('shared', path), 'utf8'));

describe('docs/table.md', () => {
  it('has the rows that the entities declare; `npm run docs -- table` prints them', () => {
    expect(page).toBe(withRows(page, entities));
  });

  it('has every entity of the source', () => {
    const declared = storeFiles.flatMap((text) => [...text.matchAll(/\bentity<(\w+)>\(/g)]);

    expect(declared.length).toBe(entities.length);
    expect(new Set(entities.map(({ prefix }) => prefix)).size).toBe(entities.length);
  });

  it('has every kind of key that shared/foundation/dynamodb/keys.ts makes', () => {
    const keys = readFileSync('shared/foundation/dynamodb/keys.ts', 'utf8');
    const kinds = [...keys.matchAll(/[`'#}]([A-Z]{2,})#/g)].map(([, kind = '']) => kind);

    expect(kinds.length).toBeGreaterThan(15);
    expect(kinds.filter((kind) => !page.includes(`${kind}#`))).toEqual([]);
  });
});

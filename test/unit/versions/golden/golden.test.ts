import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { answerAsOf } from '#shared/foundation/versions/chain';
import { BASE_VERSION, NEWEST_VERSION, releases } from '#shared/foundation/versions/releases';
import { contracts } from '#shared/wiring/all-contracts';
import { describe, expect, it } from '#test/support/jest';
import { resourcesIn } from './resources-in.ts';
import { samples } from './samples.ts';

const VERSIONS = [BASE_VERSION, ...releases.map(({ date }) => date).reverse()];
const NAMES = Object.keys(samples);
const EVERY = NAMES.flatMap((name) => VERSIONS.map((version) => [name, version] as const));

const fileOf = (name: string, version: string) => join(import.meta.dirname, `${name}.${version}.json`);
const parsed = (text: string): unknown => JSON.parse(text);
/** As it is sent. */
const onTheWire = (value: unknown): unknown => parsed(JSON.stringify(value));

const shownAt = async (name: string, version: string) =>
  onTheWire(answerAsOf(version, releases, await samples[name]?.(), { zone: 'Etc/UTC' }));

/**
 * The shape of each resource at each version. A difference here is visible to partners: an addition is allowed at every
 * version, anything else needs a version change. After reviewing the difference:
 * `GOLDEN=write npx jest test/unit/versions/golden && npx biome format --write test/unit/versions/golden`
 */
describe('the shape of each resource', () => {
  it.each(EVERY)('of %s at %s equals its golden file', async (name, version) => {
    const shown = await shownAt(name, version);
    const file = fileOf(name, version);
    if (process.env['GOLDEN'] === 'write') writeFileSync(file, `${JSON.stringify(shown, null, 2)}\n`);

    expect(existsSync(file)).toBe(true);
    expect(shown).toEqual(parsed(readFileSync(file, 'utf8')));
  });

  it('has a golden file for each resource and version, and no other', () => {
    const files = readdirSync(import.meta.dirname).filter((file) => file.endsWith('.json'));

    expect(files.sort()).toEqual(EVERY.map(([name, version]) => `${name}.${version}.json`).sort());
  });
});

describe('the samples', () => {
  const resources = resourcesIn(contracts);

  it('cover every resource that an endpoint can return: add yours to samples.ts', () => {
    expect([...resources.keys()].filter((object) => !NAMES.includes(object))).toEqual([]);
  });

  it.each(NAMES)('%s matches the schema of its contract', async (name) => {
    const shown = await shownAt(name, NEWEST_VERSION);

    const promised = resources.get(name.split('.')[0] ?? name) ?? [];
    const faults = promised.map((schema) =>
      (v.safeParse(schema as never, shown).issues ?? []).map((issue) => v.getDotPath(issue)),
    );
    expect(faults).toContainEqual([]);
  });
});

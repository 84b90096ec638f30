import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import * as v from 'valibot';
import { answerAsOf } from '#shared/versions/chain';
import { BASE_VERSION, NEWEST_VERSION, releases } from '#shared/versions/releases';
import { contracts } from '#shared/wiring/all-contracts';
import { resourcesIn } from './resources-in.ts';
import { samples } from './samples.ts';

const VERSIONS = [BASE_VERSION, ...releases.map(({ date }) => date).reverse()];
const NAMES = Object.keys(samples);
const EVERY = NAMES.flatMap((name) => VERSIONS.map((version) => [name, version] as const));

const fileOf = (name: string, version: string) => join(__dirname, `${name}.${version}.json`);
const parsed = (text: string): unknown => JSON.parse(text);
/** As it goes over the wire. */
const onTheWire = (value: unknown): unknown => parsed(JSON.stringify(value));

const shownAt = async (name: string, version: string) =>
  onTheWire(answerAsOf(version, releases, await samples[name]?.(), { zone: 'Etc/UTC' }));

/**
 * How each resource looks at each version, as partners parse it. A difference here is a difference to them: an addition
 * is welcome at every version, anything else needs a version change. After a look at the difference:
 * `GOLDEN=write npx jest test/unit/versions/golden && npx biome format --write test/unit/versions/golden`
 */
describe('what partners parse', () => {
  it.each(EVERY)('%s at %s is as it was', async (name, version) => {
    const shown = await shownAt(name, version);
    const file = fileOf(name, version);
    if (process.env['GOLDEN'] === 'write') writeFileSync(file, `${JSON.stringify(shown, null, 2)}\n`);

    expect(existsSync(file)).toBe(true);
    expect(shown).toEqual(parsed(readFileSync(file, 'utf8')));
  });

  it('has a file for each of them, and no other', () => {
    const files = readdirSync(__dirname).filter((file) => file.endsWith('.json'));

    expect(files.sort()).toEqual(EVERY.map(([name, version]) => `${name}.${version}.json`).sort());
  });
});

describe('the samples', () => {
  const resources = resourcesIn(contracts);

  it('are of every resource that an endpoint can answer with: add yours to samples.ts', () => {
    expect([...resources.keys()].filter((object) => !NAMES.includes(object))).toEqual([]);
  });

  it.each(NAMES)('%s is of the shape that the contracts promise', async (name) => {
    const shown = await shownAt(name, NEWEST_VERSION);

    const promised = resources.get(name) ?? [];
    const faults = promised.map((schema) =>
      (v.safeParse(schema as never, shown).issues ?? []).map((issue) => v.getDotPath(issue)),
    );
    expect(faults).toContainEqual([]);
  });
});

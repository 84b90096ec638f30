import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { askPython } from '#test/feeds/ask-python';
import { compareFiles } from '#test/feeds/compare-files';
import { compareRules } from '#test/feeds/compare-rules';
import { randomRules } from '#test/feeds/random-rules';
import { asFile, RECURRENCE_CASES, type RecurrenceCase } from '#test/feeds/recurrence-cases';
import { afterAll, beforeAll, describe, expect, it } from '#test/support/jest';
import { sized } from '#test/support/test-size';

describe('recurrence', () => {
  let folder = '';
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'recurrence-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const written = (cases: readonly RecurrenceCase[]) =>
    Promise.all(
      cases.map(async (one, nth) => {
        const path = join(folder, `${nth}.ics`);
        await writeFile(path, asFile(one));
        return path;
      }),
    );

  it('of random rules is that of dateutil, except where it misreads RFC 5545', async () => {
    const rules = randomRules(sized({ everyday: 60, release: 300 }), 7);

    const { differing, refused } = compareRules(rules, await askPython({ rules }));

    expect({ differing, refused }).toEqual({ differing: [], refused: 0 });
  });

  it('of the cases is that of recurring-ical-events, except where docs/limits-and-rules.md says so', async () => {
    const cases = RECURRENCE_CASES.filter(({ differs }) => differs === undefined);

    const { differing, files, refused } = await compareFiles(await written(cases));

    expect({ differing, refused, isCompared: files >= cases.length }).toEqual({
      differing: [],
      refused: 0,
      isCompared: true,
    });
  });
});

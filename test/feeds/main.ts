import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { askPython } from './ask-python.ts';
import { compareFiles, type FilesCompared, filesIn } from './compare-files.ts';
import { compareRules } from './compare-rules.ts';
import { randomRules } from './random-rules.ts';
import { asFile, RECURRENCE_CASES } from './recurrence-cases.ts';

const USAGE = `npm test -- feeds [--rules N] [--seed S] [--folder PATH]...

  --rules N      how many random rules are compared with dateutil (2000)
  --seed S       of the rules (1)
  --folder PATH  calendar files that are compared with recurring-ical-events, beside the cases of the tests`;

const say = (text: string) => process.stdout.write(`${text}\n`);

const share = (part: number, whole: number): string => `${part} of ${whole} (${((100 * part) / whole).toFixed(1)} %)`;

/** True where they agree in all but what dateutil misreads. */
async function rulesAgree(count: number, seed: number): Promise<boolean> {
  const rules = randomRules(count, seed);
  const { agreeing, misread, refused, differing } = compareRules(rules, await askPython({ rules }));
  say(`dateutil: ${share(agreeing, count)} agree; it refuses ${refused}`);
  for (const [reason, times] of misread) say(`  ${times} × ${reason}`);
  for (const line of differing) say(`  ${line}`);
  return differing.length === 0;
}

function tell(name: string, { files, agreeingFiles, occurrences, ...rest }: FilesCompared): void {
  say(
    `${name}: ${share(agreeingFiles, files)} spans of files, ${share(rest.agreeingOccurrences, occurrences)} occurrences`,
  );
  if (rest.refused > 0) say(`  ${rest.refused} that recurring-ical-events cannot read`);
  for (const line of rest.differing) say(`  ${line}`);
}

async function tellCases(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'recurrence-cases-'));
  try {
    const paths = RECURRENCE_CASES.map(({ name }) => join(folder, `${name.replaceAll(' ', '-')}.ics`));
    await Promise.all(RECURRENCE_CASES.map((one, nth) => writeFile(paths[nth] ?? '', asFile(one))));
    tell('cases', await compareFiles(paths));
    for (const { name, differs } of RECURRENCE_CASES) if (differs !== undefined) say(`  ${name}: ${differs}`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      rules: { type: 'string', default: '2000' },
      seed: { type: 'string', default: '1' },
      folder: { type: 'string', multiple: true, default: [] },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    say(USAGE);
    return;
  }
  if (!(await rulesAgree(Number(values.rules), Number(values.seed)))) process.exitCode = 1;
  await tellCases();
  for (const folder of values.folder) tell(folder, await compareFiles(await filesIn(folder)));
}

await main();

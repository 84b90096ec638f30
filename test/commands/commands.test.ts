import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { COMMANDS } from '#bin/commands';
import { GROUPS, type Program } from '#bin/groups';
import { OPERATOR_COMMANDS } from '#bin/operator/operator-commands';
import { CHECKS, TESTS } from '#bin/test/plan';
import { RELEASE_RUNS } from '#bin/test/release-runs';
import { describe, expect, it } from '#test/support/jest';
import { runScript, scripts } from '#test/support/run-script';
import { documentedCommands } from './documented.ts';
import { OTHERS, ROWS } from './short-forms.ts';

const rows = Object.entries(ROWS);
const documented = documentedCommands();

/** What Node is given for each program of a group, by its command: `bench api`. */
const programs: ReadonlyMap<string, Program['node']> = new Map(
  Object.entries(GROUPS).flatMap(([script, group]) =>
    Object.entries(group).map(([name, { node }]: [string, Program]) => [`${script} ${name}`, node] as const),
  ),
);

/** The words of a script or of a program of a group: `node bin/cli.ts start`. */
const wordsOf = (name: string): readonly string[] => {
  const program = programs.get(name);
  return program ? ['node', ...program] : (scripts[name] ?? '').split(' ').filter((word) => word !== 'exec');
};

const isThere = (script: string, subcommand?: string): boolean =>
  script in scripts && (!(script in GROUPS) || subcommand === undefined || programs.has(`${script} ${subcommand}`));

/** The options that a command says it takes. */
async function helpOf(name: string): Promise<string> {
  const [program, file, ...args] = wordsOf(name).filter((word) => !word.startsWith('--'));
  if (program !== 'node' || file === undefined) return '';
  if (file !== 'bin/cli.ts') return readFileSync(file, 'utf8');
  const [command = '', subcommand = ''] = args;
  const found = await (command === 'ops' ? OPERATOR_COMMANDS[subcommand]?.load() : COMMANDS[command]?.());
  return JSON.stringify(found?.options ?? []);
}

describe('a script of package.json', () => {
  it('is one of at most thirty: those that are rarely run are programs of a group', () => {
    expect(Object.keys(scripts).length).toBeLessThanOrEqual(30);
  });

  it('has a row here, as each program of a group has, which says how npm test runs it', () => {
    expect(rows.map(([name]) => name).sort()).toEqual([...Object.keys(scripts), ...programs.keys()].sort());
  });

  const elsewhere = [...rows, ...Object.entries(OTHERS)].flatMap(([name, row]) =>
    typeof row === 'object' && 'ranBy' in row ? [[name, row.ranBy, row.as] as const] : [],
  );
  it.each(elsewhere)('%s is run by %s', (_name, file, words) => {
    expect(readFileSync(file, 'utf8')).toContain(words);
  });

  const composed = rows.flatMap(([name, row]) =>
    row === 'of other parts' ? [[name, wordsOf(name).join(' ')] as const] : [],
  );
  it.each(composed)('%s is made of what npm test runs: %s', (_name, script) => {
    const parts = script.startsWith('node node_modules/.bin/jest ')
      ? script.split(' ').slice(2)
      : script.split(' && ').map((part) => part.replace('npm run ', ''));
    expect(parts.filter((part) => ![...CHECKS, ...Object.values(TESTS).flat()].some((one) => one === part))).toEqual(
      [],
    );
  });

  const forms = rows.flatMap(([name, row]) =>
    typeof row === 'object' && 'short' in row ? row.short.map((args) => [name, args, row.prints] as const) : [],
  );
  it.each(forms)('%s runs in a short form: %j', async (name, args, prints) => {
    expect(await runScript(name, args)).toMatch(prints);
  });
});

describe('a run before a release', () => {
  it.each(RELEASE_RUNS.map((run) => [run.command, run] as const))(
    'of %s is run in a short form, with the same options',
    (command, { args, short }) => {
      const optionsOf = (some: readonly string[]) => some.filter((one) => one.startsWith('--'));
      const isShort = RELEASE_RUNS.some((run) => run.command === command && run.short);
      expect(ROWS[command]).toMatchObject(
        isShort
          ? { short: short ? expect.arrayContaining([short]) : expect.any(Array) }
          : { ranBy: expect.any(String) },
      );
      if (short) expect(optionsOf(short)).toEqual(optionsOf(args));
    },
  );
});

describe('a command that a document prints', () => {
  it('is found in the documents', () => {
    expect(documented.length).toBeGreaterThan(80);
  });

  it('is a script of package.json, a program of its group, or has a row of its own', () => {
    const unknown = documented.filter(({ script, subcommand, command }) =>
      script ? !isThere(script, subcommand) : !(command in OTHERS),
    );
    expect(unknown.map(({ file, command, subcommand }) => `${file}: ${command} ${subcommand ?? ''}`)).toEqual([]);
  });

  it('names options that the command has', async () => {
    const helps = new Map<string, string>();
    for (const name of [...Object.keys(scripts), ...programs.keys()]) helps.set(name, await helpOf(name));
    for (const [name, { load }] of Object.entries(OPERATOR_COMMANDS))
      helps.set(`ops ${name}`, JSON.stringify((await load()).options));
    const wrong = documented.flatMap(({ file, script, subcommand, options }) => {
      const command = subcommand === undefined ? script : `${script} ${subcommand}`;
      return options
        .filter((option) => command !== undefined && option !== '--help' && !helps.get(command)?.includes(option))
        .map((option) => `${file}: ${command} ${option}`);
    });
    expect(wrong).toEqual([]);
  });
});

describe('a command that a source or a file beside it prints', () => {
  /** `npm run bench -- api`; a name that the code puts in is left out. */
  const NAMED = /\bnpm (?:--silent )?(?:run (?:-s |--silent )?([a-z][\w:-]*\w)|(test)\b)(?: -- ([a-z][a-z-]*))?/g;

  /** It makes a command up. */
  const MADE_UP = 'test/unit/bin/cli/command.test.ts';

  it('is a script of package.json, or a program of its group', () => {
    const tracked = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { encoding: 'utf8' }).trim();
    const files = tracked
      .split('\n')
      .filter((file) => /[.](?:ts|mjs|cjs|py|yaml|yml|md|json|toml)$/.test(file) && file !== MADE_UP);
    const wrong = files.flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(NAMED)]
        .filter(([, run, test, program]) => !isThere(run ?? test ?? '', program))
        .map(([named]) => `${file}: ${named}`),
    );
    expect(wrong).toEqual([]);
  });
});

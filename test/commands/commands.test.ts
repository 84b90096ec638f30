import { readFileSync } from 'node:fs';
import { COMMANDS } from '#bin/commands';
import { OPERATOR_COMMANDS } from '#bin/operator/operator-commands';
import { CHECKS, TESTS } from '#bin/test/plan';
import { RELEASE_RUNS } from '#bin/test/release-runs';
import { describe, expect, it } from '#test/support/jest';
import { runScript, scripts } from '#test/support/run-script';
import { documentedCommands } from './documented.ts';
import { OTHERS, ROWS } from './short-forms.ts';

const rows = Object.entries(ROWS);
const documented = documentedCommands();

/** The options that a command says it takes. */
async function helpOf(name: string): Promise<string> {
  const script = scripts[name] ?? '';
  const [, file] = /^(?:exec )?node (?:--\S+ )*(\S+)/.exec(script) ?? [];
  if (file !== 'bin/cli.ts') return file === undefined ? '' : readFileSync(file, 'utf8');
  const command = await COMMANDS[script.split(' ').at(-1) ?? '']?.();
  return JSON.stringify(command?.options ?? []);
}

describe('a script of package.json', () => {
  it('has a row here, which says how npm test runs it', () => {
    expect(rows.map(([name]) => name).sort()).toEqual(Object.keys(scripts).sort());
  });

  const elsewhere = [...rows, ...Object.entries(OTHERS)].flatMap(([name, row]) =>
    typeof row === 'object' && 'ranBy' in row ? [[name, row.ranBy, row.as] as const] : [],
  );
  it.each(elsewhere)('%s is run by %s', (_name, file, words) => {
    expect(readFileSync(file, 'utf8')).toContain(words);
  });

  const composed = rows.flatMap(([name, row]) =>
    row === 'of other parts' ? [[name, scripts[name] ?? ''] as const] : [],
  );
  it.each(composed)('%s is made of what npm test runs: %s', (_name, script) => {
    const parts = script.startsWith('jest ')
      ? script.split(' ').slice(1)
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
  it.each(RELEASE_RUNS.map((run) => [run.script, run] as const))(
    'of %s is run in a short form, with the same options',
    (script, { args, short }) => {
      const optionsOf = (some: readonly string[]) => some.filter((one) => one.startsWith('--'));
      expect(scripts).toHaveProperty([script]);
      const isShort = RELEASE_RUNS.some((run) => run.script === script && run.short);
      expect(ROWS[script]).toMatchObject(
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

  it('is a script of package.json, or has a row of its own', () => {
    const unknown = documented.filter(({ script, command }) => (script ? !(script in scripts) : !(command in OTHERS)));
    expect(unknown.map(({ file, command }) => `${file}: ${command}`)).toEqual([]);
  });

  it('names options that the command has', async () => {
    const helps = new Map<string, string>();
    for (const name of Object.keys(scripts)) helps.set(name, await helpOf(name));
    for (const [name, { load }] of Object.entries(OPERATOR_COMMANDS))
      helps.set(`ops ${name}`, JSON.stringify((await load()).options));
    const wrong = documented.flatMap(({ file, script, subcommand, options }) => {
      const command = subcommand === undefined ? script : `ops ${subcommand}`;
      return options
        .filter((option) => command !== undefined && option !== '--help' && !helps.get(command)?.includes(option))
        .map((option) => `${file}: ${command} ${option}`);
    });
    expect(wrong).toEqual([]);
  });
});

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A command that a document prints. */
export interface Documented {
  readonly file: string;
  /** Of package.json, as `simulate`; undefined for a command that is no script. */
  readonly script: string | undefined;
  /** Of `npm run ops` or a group: `show`. */
  readonly subcommand: string | undefined;
  /** Its first two words: `npm ci`, `npx cdk`. */
  readonly command: string;
  readonly options: readonly string[];
}

const FILES = [
  'README.md',
  'AGENTS.md',
  'CONTRIBUTING.md',
  ...readdirSync('docs', { recursive: true, encoding: 'utf8' }).map((name) => join('docs', name)),
];

/** Blocks and spans of code. */
const CODE = /```[^\n]*\n([\s\S]*?)```|`([^`\n]+)`/g;
/** Up to a comment, another command, or the column of an explanation. */
const COMMAND = /\b(?:npm (?:run (?:-s )?)?[a-z][\w:-]*|npx \w+ \w+)(?: (?! |#|&&|>)\S+)*/g;

/** Its name follows the two dashes of npm. */
const SUBCOMMAND = /^npm (?:run (?:-s )?)?(?:ops|test|bench|docs|tool) -- ([a-z][a-z-]*)/;

/** Commands of npm itself. */
const OF_NPM = ['ci', 'audit'];

function readOne(file: string, text: string): Documented {
  const [, script = ''] = /^npm (?:run (?:-s )?)?([\w:-]+)/.exec(text) ?? [];
  return {
    file,
    subcommand: SUBCOMMAND.exec(text)?.[1],
    script: script === '' || OF_NPM.includes(script) ? undefined : script,
    command: text.split(' ').slice(0, 2).join(' '),
    options: [...text.matchAll(/ (--[a-z][\w-]*)/g)].map(([, option = '']) => option),
  };
}

/** Every command of npm and npx in README.md and docs/. */
export const documentedCommands = (): readonly Documented[] =>
  FILES.filter((file) => file.endsWith('.md')).flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(CODE)].flatMap(([, block, span]) =>
      [...(block ?? span ?? '').matchAll(COMMAND)].map(([text]) => readOne(file, text)),
    ),
  );

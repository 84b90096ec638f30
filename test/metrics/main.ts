import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { contextsInACircle } from './circles.ts';
import { pushToWebhook, settingsToMeetings, uploadToExport } from './flows.ts';
import { upwardImports } from './upward-imports.ts';

/** Prints the figures that docs/architecture.md and the pull requests of a restructuring are judged by: `npm run metrics`. */

const filesIn = (...folders: readonly string[]): readonly string[] =>
  execFileSync('git', ['ls-files', ...folders], { encoding: 'utf8' })
    .trim()
    .split('\n');
const textOf = (path: string): string => readFileSync(path, 'utf8');
const isCode = (path: string): boolean => path.endsWith('.ts');

const SOURCE = filesIn('bin', 'lib', 'functions', 'shared');
const TESTS = filesIn('test').filter(isCode);
const DOCS = filesIn('docs', 'README.md').filter((path) => path.endsWith('.md'));

const linesOf = (path: string): readonly string[] => textOf(path).split('\n');
const matching = (paths: readonly string[], pattern: RegExp): number =>
  paths.reduce((sum, path) => sum + linesOf(path).filter((line) => pattern.test(line)).length, 0);
const filesMatching = (paths: readonly string[], pattern: RegExp): number =>
  paths.filter((path) => pattern.test(textOf(path))).length;

const PRIVATE_WORDS = /\b(?:nobody|somebody|whoever|whence|nought)\b|\b(?:is|are|was) told\b/i;
const TITLE = /\b(?:it|describe|each\(.*\))\s*\(\s*[`'"]/;
const PERMISSION = /\b(?:permitted|permittedToSee|mayDo|requireRole|found)\(/;
const CITATION = /decisions\.md §|service-api\.md|orders-api\.md/;

/** A configuration that is replaced or a plugin that is set again; `middlewareStack.add` and `remove` are public. */
const SDK_INSIDES = /cacheMiddleware|SerdePlugin|Object\.assign\(client, \{ config/;
/**
 * A function of an endpoint whose reads answer nothing: they are started for the cache of the request alone. Those that
 * refuse, by their names, answer with what they throw.
 */
const READS_FOR_NOTHING =
  /^ *(?:export )?(?:async function|const) (?!require|refuse)\w+(?:.*|.*\n(?: {2}.*\n)+ *\)): Promise<void>/gm;

const readersForSideEffect = (): number =>
  filesIn('functions/api')
    .filter(isCode)
    .reduce((sum, path) => sum + (textOf(path).match(READS_FOR_NOTHING)?.length ?? 0), 0);

/** Newlines, as `wc -l` counts them, of every TypeScript file of the source folders: no pinned packages. */
const sourceLines = SOURCE.filter(isCode).reduce((sum, path) => sum + textOf(path).split('\n').length - 1, 0);
const titles = TESTS.reduce(
  (sum, path) => sum + linesOf(path).filter((line) => TITLE.test(line) && PRIVATE_WORDS.test(line)).length,
  0,
);
const changes = /interface Changes \{([^}]*)\}/.exec(textOf('shared/foundation/commands/changes.ts'))?.[1] ?? '';

const figures: readonly (readonly [string, number])[] = [
  ['source lines (bin, lib, functions, shared)', sourceLines],
  ['source files', SOURCE.length],
  ['source files under 12 lines', SOURCE.filter((path) => isCode(path) && linesOf(path).length <= 12).length],
  [
    'folders on the top of shared',
    new Set(filesIn('shared').flatMap((path) => /^shared\/(.+?)\//.exec(path)?.[1] ?? [])).size,
  ],
  ['contexts in a circle of imports', contextsInACircle(SOURCE.map((path) => ({ path, text: textOf(path) }))).length],
  ['imports of a context by one below it', SOURCE.reduce((sum, path) => sum + upwardImports(path, textOf(path)), 0)],
  ['files run from a push to its webhook', (await pushToWebhook()).length],
  ['files run from a setting to its meetings', (await settingsToMeetings()).length],
  ['files run from an upload to its export', (await uploadToExport()).length],
  ['endpoints with a helper that reads for its side effect', readersForSideEffect()],
  ['changes to the insides of SDK clients', filesMatching(SOURCE.filter(isCode), SDK_INSIDES)],
  ['scripts of package.json', Object.keys(JSON.parse(textOf('package.json')).scripts).length],
  ['words of documents', DOCS.reduce((sum, path) => sum + (textOf(path).match(/\S+/g)?.length ?? 0), 0)],
  ['lines with "nobody", "is told" and the like: source', matching(SOURCE.filter(isCode), PRIVATE_WORDS)],
  ['… docs', matching(DOCS, PRIVATE_WORDS)],
  ['… test titles', titles],
  [
    'files with a retry loop of their own',
    filesMatching(
      SOURCE.filter((path) => isCode(path) && !path.startsWith('shared/foundation/commands/')),
      /withRetry\(/,
    ),
  ],
  ['endpoints that check a permission by hand', filesMatching(filesIn('functions/api').filter(isCode), PERMISSION)],
  ['comments that cite a file outside the repository', matching([...SOURCE, ...TESTS].filter(isCode), CITATION)],
  ['fields of Changes', changes.match(/^ {2}readonly /gm)?.length ?? 0],
];

for (const [name, figure] of figures) process.stdout.write(`${String(figure).padStart(7)}  ${name}\n`);

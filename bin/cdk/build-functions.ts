import { cp, readdir, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BuildOptions as BundleSettings, build } from 'esbuild';
import { PROJECT_DIR } from '#bin/paths';

/** The simulator plays these; only the functions that run a recorder carry them. */
const MEDIA = 'assets/simulator';
const PLAYERS = ['workers/bot-dispatch', 'workers/recording-processing'];

/**
 * Where the SDK looks for credentials after the environment, which is where a Lambda has them: a quarter of a bundle,
 * and never reached. On AWS the runtime would even lend them.
 */
const OTHER_CREDENTIALS = [
  '@aws-sdk/credential-provider-http',
  '@aws-sdk/credential-provider-ini',
  '@aws-sdk/credential-provider-process',
  '@aws-sdk/credential-provider-sso',
  '@aws-sdk/credential-provider-web-identity',
  '@smithy/credential-provider-imds',
];

const GUIDES = 'docs/api';
const READER = 'api/documents';

/** How code is bundled, whichever it is. */
export const BUNDLING = {
  bundle: true,
  platform: 'node',
  target: 'node22',
  // The emulator's workers load functions with require().
  format: 'cjs',
  mainFields: ['module', 'main'],
  external: OTHER_CREDENTIALS,
  minify: true,
  keepNames: false,
  legalComments: 'none',
  logLevel: 'warning',
} satisfies BundleSettings;

interface BuildOptions {
  /** Holds `functions/`. */
  readonly root?: string;
  /** Made anew; each function's code lies in `<out>/functions/<area>/<name>`. */
  readonly out?: string;
  readonly sourceMaps?: boolean;
}

export interface BuiltFunction {
  /** Folder under functions/, for example `api/bots`. */
  readonly entry: string;
  readonly bytes: number;
}

/** Bundles every function in one go, the SDK included, and answers what came out, largest first. */
export const buildFunctions = async ({
  root = PROJECT_DIR,
  out = join(root, 'dist'),
  sourceMaps = false,
}: BuildOptions = {}): Promise<readonly BuiltFunction[]> => {
  const entries = await entriesIn(root);
  const outdir = join(out, 'functions');
  await rm(outdir, { recursive: true, force: true });
  await build({
    entryPoints: Object.fromEntries(
      entries.map((entry) => [`${entry}/index`, join(root, 'functions', entry, 'index.ts')]),
    ),
    outdir,
    absWorkingDir: root,
    ...BUNDLING,
    sourcemap: sourceMaps ? 'external' : false,
  });
  await copyMedia(root, outdir, entries);
  await copyGuides(root, outdir, entries);
  return sizes(outdir, entries);
};

const entriesIn = async (root: string): Promise<readonly string[]> => {
  const functions = join(root, 'functions');
  const files = await readdir(functions, { recursive: true });
  return files
    .filter((file) => /^[^/]+\/[^/]+\/index\.ts$/.test(file))
    .map(dirname)
    .sort();
};

const copyMedia = async (root: string, outdir: string, entries: readonly string[]): Promise<void> => {
  const media = join(root, MEDIA);
  if (!(await exists(media))) return;
  const players = entries.filter((entry) => PLAYERS.includes(entry));
  await Promise.all(
    players.map((entry) => cp(media, join(outdir, entry, 'assets'), { recursive: true, filter: isMedia })),
  );
};

/** The guides lie beside the function that shows them. */
const copyGuides = async (root: string, outdir: string, entries: readonly string[]): Promise<void> => {
  const guides = join(root, GUIDES);
  if (entries.includes(READER) && (await exists(guides)))
    await cp(guides, join(outdir, READER, 'guides'), { recursive: true });
};

/** What the meetings were made from is no part of them. */
const isMedia = (path: string): boolean => !/(?:\.c|\.ts|dialog\.json)$/.test(path);

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

const sizes = async (outdir: string, entries: readonly string[]): Promise<readonly BuiltFunction[]> => {
  const built = entries.map(async (entry) => ({ entry, bytes: (await stat(join(outdir, entry, 'index.js'))).size }));
  return (await Promise.all(built)).sort((one, other) => other.bytes - one.bytes);
};

const printSizes = async (): Promise<void> => {
  for (const { entry, bytes } of await buildFunctions({ sourceMaps: process.argv.includes('--source-maps') })) {
    console.log(`${String(Math.round(bytes / 1024)).padStart(6)} KB  ${entry}`);
  }
};

if (process.argv[1] === fileURLToPath(import.meta.url)) void printSizes();

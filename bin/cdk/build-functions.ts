import { cp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { build, type BuildOptions as EsbuildOptions, type Plugin, stop } from 'esbuild';
import { PROJECT_DIR } from '#bin/paths';
import { FONT_FILES } from '#shared/texts/exports/formats/pdf/font-files';

/**
 * Credential providers that the SDK uses when the environment has no credentials, which it has in a Lambda function: a
 * quarter of a bundle. The Lambda runtime has them as well.
 */
const UNUSED_CREDENTIALS = [
  '@aws-sdk/credential-provider-http',
  '@aws-sdk/credential-provider-ini',
  '@aws-sdk/credential-provider-process',
  '@aws-sdk/credential-provider-sso',
  '@aws-sdk/credential-provider-web-identity',
  '@smithy/credential-provider-imds',
];

/**
 * Modules that the SDK imports when it first needs them: a decoder for streams of events, which no operation of ours
 * answers, and a client for single sign-on, which a function has no use for. esbuild would put them into every bundle,
 * and turn all that they import into functions: a sixth of the time that a bundle takes to load. Clients with streams
 * of events import the decoder at once as well, and keep it.
 */
const IMPORTED_ON_DEMAND = ['@smithy/core/event-streams', '@aws-sdk/nested-clients/sso-oidc'];

const UNUSED_ON_DEMAND: Plugin = {
  name: 'unused-on-demand',
  setup({ onResolve }) {
    onResolve({ filter: /^@(?:smithy|aws-sdk)\// }, ({ path, kind }) =>
      kind === 'dynamic-import' && IMPORTED_ON_DEMAND.includes(path) ? { path, external: true } : undefined,
    );
  },
};

/** The SDK's clients read no more than their version of it: two kilobytes of a bundle for each client. */
const VERSION_OF_CLIENTS: Plugin = {
  name: 'version-of-clients',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]@aws-sdk[\\/]client-[^\\/]+[\\/]package\.json$/ }, async ({ path }) => {
      const { version } = JSON.parse(await readFile(path, 'utf8'));
      return { contents: JSON.stringify({ version }), loader: 'json' };
    });
  },
};

/** Folders and files that are copied beside the code of functions. */
const ASSETS = [
  {
    from: 'assets/simulator',
    to: 'assets',
    functions: ['workers/bot-dispatch', 'workers/live-transcripts', 'workers/recording-processing'],
    // Not the sources that the recordings were made from.
    filter: (path: string) => !/(?:\.c|\.ts|dialog\.json)$/.test(path),
  },
  { from: 'docs/api', to: 'guides', functions: ['api/documents'] },
  ...Object.values(FONT_FILES).map((file) => ({
    from: `node_modules/${file}`,
    to: `fonts/${file}`,
    functions: ['workers/export-writing'],
  })),
];

/** Threads and processes that functions start, each bundled beside the code of its function. */
const PROGRAMS = [
  { functions: ['workers/calendar-sync'], name: 'feed-thread', from: 'shared/calendars/feeds/reader/feed-thread.ts' },
  {
    functions: ['workers/media-processing'],
    name: 'media-process',
    from: 'shared/foundation/media/reader/media-process.ts',
  },
];

/** Functions whose code asks for the names of classes: `oidc-provider` names what it stores by them. */
const KEEPS_NAMES: readonly string[] = ['pages/oauth'];

/** esbuild options of every function. */
export const BUNDLING = {
  bundle: true,
  platform: 'node',
  target: 'node24',
  // The emulator's workers load functions with require().
  format: 'cjs',
  mainFields: ['module', 'main'],
  external: UNUSED_CREDENTIALS,
  plugins: [UNUSED_ON_DEMAND, VERSION_OF_CLIENTS],
  // The ES module of pdfkit finds files by import.meta.url, which is empty in a CommonJS bundle. One copy of fontkit.
  alias: {
    pdfkit: join(PROJECT_DIR, 'node_modules/pdfkit/js/pdfkit.js'),
    fontkit: join(PROJECT_DIR, 'node_modules/fontkit/dist/main.cjs'),
  },
  minify: true,
  legalComments: 'none',
  logLevel: 'warning',
} satisfies EsbuildOptions;

interface BuildOptions {
  /** Holds `functions/`. */
  readonly root?: string;
  /** Receives the code of each function in `<out>/functions/<area>/<name>`. */
  readonly out?: string;
  /** Keeps the names of variables, which are a quarter of the work. Code that is deployed to AWS has short ones. */
  readonly keepVariables?: boolean;
}

export interface BuiltFunction {
  /** Folder under functions/, for example `api/bots`. */
  readonly entry: string;
  readonly bytes: number;
}

/** Bundles every function with its dependencies; answers their sizes, largest first. */
export async function buildFunctions({
  root = PROJECT_DIR,
  out = join(root, 'dist'),
  keepVariables = false,
}: BuildOptions = {}): Promise<readonly BuiltFunction[]> {
  const entries = await entriesIn(join(root, 'functions'));
  const outdir = join(out, 'functions');
  await rm(outdir, { recursive: true, force: true });
  const bundle = (some: readonly string[], keepNames: boolean) =>
    build({
      ...BUNDLING,
      ...(keepVariables && { minify: false, minifySyntax: true, minifyWhitespace: true }),
      entryPoints: Object.fromEntries([
        ...some.map((entry) => [`${entry}/index`, join(root, 'functions', entry, 'index.ts')] as const),
        ...programsOf(some).map(({ entry, name, from }) => [`${entry}/${name}`, join(root, from)] as const),
      ]),
      outdir,
      absWorkingDir: root,
      keepNames,
    });
  const naming = entries.filter((entry) => KEEPS_NAMES.includes(entry));
  const others = entries.filter((entry) => !KEEPS_NAMES.includes(entry));
  await Promise.all([bundle(others, false), bundle(naming, true)]);
  await copyAssets(root, outdir, entries);
  const built = entries.map(async (entry) => ({ entry, bytes: (await stat(join(outdir, entry, 'index.js'))).size }));
  return (await Promise.all(built)).sort((one, other) => other.bytes - one.bytes);
}

/** The bundler's process, which would keep 2.3 GB of memory until this program ends. A later build starts another. */
export const endBundler = stop;

const programsOf = (entries: readonly string[]) =>
  PROGRAMS.flatMap(({ functions, ...thread }) =>
    functions.filter((entry) => entries.includes(entry)).map((entry) => ({ ...thread, entry })),
  );

async function entriesIn(functions: string): Promise<readonly string[]> {
  const files = await readdir(functions, { recursive: true });
  return files
    .filter((file) => /^[^/]+\/[^/]+\/index\.ts$/.test(file))
    .map(dirname)
    .sort();
}

async function copyAssets(root: string, outdir: string, entries: readonly string[]): Promise<void> {
  for (const { from, to, functions, filter } of ASSETS)
    for (const entry of functions.filter((one) => entries.includes(one)))
      await cp(join(root, from), join(outdir, entry, to), { recursive: true, ...(filter && { filter }) });
}

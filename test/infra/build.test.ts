import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type BuiltFunction, buildFunctions } from '#bin/cdk/build-functions';
import { afterAll, beforeAll, describe, expect, it } from '#test/support/jest';

const FILES = {
  'functions/api/bots/index.ts':
    "import { name } from './name.ts'; export const handler = async (): Promise<string> => name;",
  'functions/api/bots/name.ts': "export const name: string = 'bots';",
  'functions/pages/oauth/index.ts': 'export const handler = async () => (() => class Grant {})().name;',
  'functions/workers/bot-dispatch/index.ts': 'export const handler = async () => 1;',
  'functions/workers/calendar-sync/index.ts': 'export const handler = async () => 1;',
  'shared/calendars/feeds/reader/feed-thread.ts': 'export const named: string = process.version;',
  'functions/workers/media-processing/index.ts': 'export const handler = async () => 1;',
  'shared/foundation/media/reader/media-process.ts': 'export const named: string = process.version;',
  'functions/workers/notes.txt': 'no function',
  'assets/simulator/launch/manifest.json': '{}',
  'assets/simulator/speak.c': 'int main;',
};

const isThere = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  );

describe('building the functions', () => {
  let root: string;
  let built: readonly BuiltFunction[];
  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), 'build-'));
    for (const [path, text] of Object.entries(FILES)) {
      await mkdir(dirname(join(root, path)), { recursive: true });
      await writeFile(join(root, path), text);
    }
    await mkdir(join(root, 'dist/functions/api/gone'), { recursive: true });
    built = await buildFunctions({ root });
  });
  afterAll(() => rm(root, { recursive: true, force: true }));
  const out = (path: string) => join(root, 'dist/functions', path);

  it('keeps the names of classes where the code asks for them', async () => {
    const { handler } = createRequire(import.meta.filename)(out('pages/oauth/index.js'));
    expect(await handler()).toBe('Grant');
  });

  it('bundles every folder with an index.ts, and returns the sizes', async () => {
    expect(built.map(({ entry }) => entry).sort()).toEqual([
      'api/bots',
      'pages/oauth',
      'workers/bot-dispatch',
      'workers/calendar-sync',
      'workers/media-processing',
    ]);
    expect(built.map(({ bytes }) => bytes > 0)).toEqual([true, true, true, true, true]);
  });

  it('creates code that Lambda can require', async () => {
    const { handler } = createRequire(import.meta.filename)(out('api/bots/index.js'));
    expect(await handler()).toBe('bots');
  });

  it('bundles each thread and process beside the function that starts it only', async () => {
    expect(await isThere(out('workers/calendar-sync/feed-thread.js'))).toBe(true);
    expect(await isThere(out('workers/bot-dispatch/feed-thread.js'))).toBe(false);
    expect(await isThere(out('workers/media-processing/media-process.js'))).toBe(true);
    expect(await isThere(out('workers/media-processing/feed-thread.js'))).toBe(false);
  });

  it('copies the simulator’s meetings to the functions that run a recorder only', async () => {
    expect(await readFile(out('workers/bot-dispatch/assets/launch/manifest.json'), 'utf8')).toBe('{}');
    expect(await isThere(out('workers/bot-dispatch/assets/speak.c'))).toBe(false);
    expect(await isThere(out('api/bots/assets'))).toBe(false);
  });

  it('removes the bundles of deleted functions', async () => {
    expect(await isThere(out('api/gone'))).toBe(false);
  });
});

import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { BASE_URL } from '#test/support/api';
import { afterAll, beforeAll, describe, expect, it } from '#test/support/jest';
import { aDeployment } from '../edge/a-deployment.ts';
import { blocksIn } from './guide-blocks.ts';

const blocks = blocksIn(readFileSync(resolve('docs/api/pagination.md'), 'utf8'));
const snippet = (language: string): string =>
  blocks.find((block) => block.language === `${language} paginate`)?.text ?? '';

/** Each prints the ids of all items at a URL, in JSON. */
const languages = [
  {
    language: 'js',
    files: {
      'items.mjs': snippet('js'),
      'main.mjs': `
        import { everyItem } from './items.mjs';
        const ids = [];
        for await (const { id } of everyItem(...process.argv.slice(2))) ids.push(id);
        console.log(JSON.stringify(ids));`,
    },
    command: [process.execPath, 'main.mjs'],
  },
  {
    language: 'python',
    files: {
      'items.py': snippet('python'),
      'main.py': [
        'import json, sys',
        'from items import every_item',
        'print(json.dumps([item["id"] for item in every_item(*sys.argv[1:])]))',
      ].join('\n'),
    },
    command: ['python3', 'main.py'],
  },
] as const;

/** The API on loopback, with one workspace of five members. */
async function aServedApi() {
  const { call, owner } = await aDeployment();
  const ids: unknown[] = [];
  for (const name of ['Ada', 'Grace', 'Alan', 'Edsger', 'Barbara']) {
    const { body } = await call('POST', '/members', {
      key: owner.key,
      body: { workspace_id: owner.workspaceId, name },
    });
    ids.push((body as { readonly id: unknown }).id);
  }
  const server = createServer(async (request, response) => {
    const { status, body } = await call('GET', request.url ?? '/', { key: String(request.headers.authorization) });
    const { port } = server.address() as AddressInfo;
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body).replaceAll(BASE_URL, `http://127.0.0.1:${port}`));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url: `${base}/members?workspace_id=${owner.workspaceId}&limit=2`, key: owner.key, ids, server };
}

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'rapporteur-guide-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function printedBy({ language, files, command }: (typeof languages)[number], words: readonly string[]) {
  const place = mkdtempSync(join(folder, language));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(place, name), text);
  const [program, ...args] = command;
  const child = spawn(program, [...args, ...words], { cwd: place, stdio: ['ignore', 'pipe', 'pipe'] });
  const [stdout, stderr]: [Buffer[], Buffer[]] = [[], []];
  child.stdout.on('data', (chunk: Buffer) => stdout.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => stderr.push(chunk));
  const status = await new Promise((ended) => child.on('close', ended));
  return { status, stdout: Buffer.concat(stdout).toString(), stderr: Buffer.concat(stderr).toString() };
}

describe('the pagination that the guide shows', () => {
  it.each(languages)('yields every item of three pages once: $language', async (language) => {
    const { url, key, ids, server } = await aServedApi();

    const { stdout, stderr } = await printedBy(language, [url, key]);

    server.close();
    expect([stderr, [...JSON.parse(stdout || '[]')].sort()]).toEqual(['', [...ids].sort()]);
  });

  it.each(languages)('fails where the API refuses the request: $language', async (language) => {
    const { url, server } = await aServedApi();

    const { status, stderr } = await printedBy(language, [url, 'rap_unknown']);

    server.close();
    expect([status, stderr]).toEqual([1, expect.stringContaining('401')]);
  });
});

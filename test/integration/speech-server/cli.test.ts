import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { TYPESCRIPT_PACKAGE } from '#bin/clients/typescript-package';
import { verifySignature } from '#shared/webhooks/signing/signature';
import { eventually, stackClient } from '#test/integration/stack-client';
import { aCutProxy } from '#test/support/cut-proxy';
import { afterAll, beforeAll, describe, expect, it } from '#test/support/jest';
import { aReceiver } from '#test/support/receiver';
import { firstSeconds } from '#test/support/shipped-meeting';

const stack = stackClient();
const run = promisify(execFile);

let project: string;
let workspace: string;
beforeAll(async () => {
  workspace = await stack.newWorkspace('Command line');
  project = await mkdtemp(join(tmpdir(), 'rapporteur-cli-'));
  await writeFile(join(project, 'package.json'), '{ "private": true, "type": "module" }');
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', TYPESCRIPT_PACKAGE], { cwd: project });
});
afterAll(() => rm(project, { recursive: true, force: true }));

const program = () => join(project, 'node_modules/.bin/rapporteur');
const env = () => ({ PATH: process.env['PATH'], XDG_CONFIG_HOME: project });
const rapporteur = async (...args: readonly string[]) => (await run(program(), args, { env: env() })).stdout;

describe('the rapporteur command', () => {
  it('stores a login that its owner alone can read, and works with it', async () => {
    const told = await rapporteur('login', '--base-url', stack.base_url, '--key', stack.api_key);
    const bot = JSON.parse(
      await rapporteur('bots', 'send', 'https://meet.google.com/abc-good-def', '--workspace', workspace, '--json'),
    );
    const listed = JSON.parse(await rapporteur('meetings', 'list', '--workspace', workspace, '--json'));
    const shown = await rapporteur('meetings', 'show', bot.meeting_id);

    const file = join(project, 'rapporteur/login.json');
    expect(told).toContain(`Stored in ${file}.`);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({ baseUrl: stack.base_url, apiKey: stack.api_key });
    expect(listed.map(({ id }: { readonly id: string }) => id)).toEqual([bot.meeting_id]);
    expect(shown).toMatch(/, results (?:none|processing|ready)/);
  });

  /** Its exit codes and options, command by command: sdk/typescript/test/cli.test.mjs. */
  it.each([
    ['wrong arguments', ['meetings', 'show'], 2],
    ['what the API refuses', ['meetings', 'show', 'mtg_unknown'], 1],
  ])('ends with an exit code for %s', async (_what, args, code) => {
    await expect(rapporteur(...args)).rejects.toMatchObject({ code, stdout: '' });
  });

  it('transcribes a file, with its progress beside the text', async () => {
    const talk = join(project, 'talk.wav');
    await writeFile(talk, await firstSeconds(4.4));

    const { stdout, stderr } = await run(
      program(),
      ['transcribe', talk, '--language', 'en', '--workspace', workspace],
      {
        env: env(),
      },
    );

    expect(stdout.toLowerCase()).toContain('good morning');
    expect(stderr).toMatch(/^uploading ░+ 0 %\nuploading █+ 100 %\n/);
  });

  it('listens: forwards each event once, signed, and keeps its endpoint for the next run', async () => {
    const receiver = await aReceiver();
    const args = ['listen', '--forward', receiver.url, '--workspace', workspace];
    const listening = run(program(), args, { env: env() });
    const endpoints = async () => (await stack.call('GET', `/webhook_endpoints?workspace_id=${workspace}`)).body.data;
    await eventually(endpoints, (seen) => seen.length === 1);

    await stack.call('POST', '/bots', { workspace_id: workspace, meeting_url: 'https://meet.google.com/abc-good-xyz' });
    await eventually(
      () => receiver.received,
      (seen) => seen.some(({ type }) => type === 'meeting.finished'),
    );
    listening.child.kill('SIGINT');
    const { stderr } = await listening;

    const secret = /^Signing secret: (\S+)$/m.exec(stderr)?.[1] ?? '';
    for (const { body, at, headers } of receiver.received) {
      const signature = String(headers['x-service-signature']);
      expect(verifySignature({ secret, signature, body: Buffer.from(body), now: at / 1000 })).toBe('genuine');
    }
    const ids = receiver.received.map(({ id }) => id);
    expect(ids.length).toBe(new Set(ids).size);
    expect(await endpoints()).toMatchObject([{ status: 'disabled', metadata: { rapporteur_listen_process: '0' } }]);
    await receiver.close();
  });

  it('listens through cut connections: forwards each event once, and a run after a kill takes its endpoint', async () => {
    const receiver = await aReceiver();
    const proxy = await aCutProxy(Number(new URL(stack.base_url).port));
    const args = ['listen', '--forward', receiver.url, '--events', 'meeting.created', '--workspace', workspace];
    const through = {
      ...env(),
      RAPPORTEUR_BASE_URL: `http://127.0.0.1:${proxy.port}/api/v1`,
      RAPPORTEUR_API_KEY: stack.api_key,
    };
    const push = (ical_uid: string) =>
      stack.call('POST', '/calendar_events', {
        ...{ workspace_id: workspace, member_data: { email: stack.user_email }, ical_uid, title: ical_uid },
        ...{ starts_at: '2031-03-04T09:00:00Z', ends_at: '2031-03-04T10:00:00Z' },
      });
    const endpoints = async () => (await stack.call('GET', `/webhook_endpoints?workspace_id=${workspace}`)).body.data;
    const titles = () => receiver.received.map(({ object }) => object.title);
    const listening = () => {
      const child = spawn(program(), args, { env: through, stdio: ['ignore', 'ignore', 'pipe'] });
      let notes = '';
      child.stderr.on('data', (chunk) => {
        notes += chunk;
      });
      return { child, notes: () => notes, ended: once(child, 'exit').then(([code]) => code) };
    };

    const isOf =
      ({ child }: ReturnType<typeof listening>) =>
      ([one, ...others]: Awaited<ReturnType<typeof endpoints>>): boolean =>
        others.length === 0 && one?.metadata.rapporteur_listen_process === String(child.pid);

    const killed = listening();
    const [left] = await eventually(endpoints, isOf(killed));
    killed.child.kill('SIGKILL');
    await killed.ended;
    const kept = listening();
    const [taken] = await eventually(endpoints, isOf(kept));
    await eventually(kept.notes, (notes) => notes.includes('Ctrl-C ends it.'));

    await push('before');
    await eventually(titles, (seen) => seen.length === 1);
    for (const title of ['first cut', 'second cut']) {
      proxy.cut();
      await push(title);
      await eventually(kept.notes, (notes) => notes.endsWith('Trying again.\n'));
      proxy.restore();
      await eventually(titles, (seen) => seen.includes(title));
      await eventually(kept.notes, (notes) => notes.endsWith('Connected again.\n'));
    }
    kept.child.kill('SIGINT');

    expect(await kept.ended).toBe(0);
    expect(titles()).toEqual(['before', 'first cut', 'second cut']);
    expect(taken.id).toBe(left.id);
    expect(await endpoints()).toMatchObject([{ id: left.id, metadata: { rapporteur_listen_process: '0' } }]);
    await proxy.close();
    await receiver.close();
  });
});

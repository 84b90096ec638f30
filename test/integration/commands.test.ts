import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { TEST_CLIENT } from '#test/doubles/calendar-providers/server/provider-parts';
import { stackClient, stackFile } from '#test/integration/stack-client';
import { afterAll, beforeAll, describe, expect, it } from '#test/support/jest';
import { runScript } from '#test/support/run-script';

const stack = stackClient();
const run = (command: string, args: readonly string[] = []) =>
  runScript('ops', [command, ...args], { AWS_ENDPOINT_URL: stack.endpoint_url });

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rapporteur-commands-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const rightsOf = async (key: string) => {
  const { status, body } = await stack.call('GET', '/workspaces', undefined, { authorization: key });
  return status === 200 ? body.data.map(({ role }: { role: string }) => role) : status;
};

describe('the commands of an operator', () => {
  const email = `ben-${process.pid}@example.com`;

  it('npm run ops -- user, key and pin: a user with a role, a new key, its version, and the end of both', async () => {
    const created = await run('user', ['--email', email, '--workspace', stack.workspace_id, '--role', 'member']);
    const [userId = ''] = /usr_\w{26}/.exec(created) ?? [];
    const [firstKey = ''] = /rap_\w+/.exec(created) ?? [];
    expect(await rightsOf(firstKey)).toEqual(['member']);

    const key = (await run('key', ['--user', userId])).trim();
    expect([await rightsOf(firstKey), await rightsOf(key)]).toEqual([401, ['member']]);

    await run('pin', ['--key', userId, '--to', '2026-10-09']);
    const { headers } = await stack.call('GET', '/workspaces', undefined, { authorization: key });
    expect(headers.get('service-version')).toBe('2026-10-09');

    await run('user', ['--disable', email]);
    expect(await rightsOf(key)).toBe(401);
    await run('user', ['--enable', email]);
    expect(await rightsOf(key)).toEqual(['member']);
    await run('user', ['--remove', email]);
    expect(await rightsOf(key)).toBe(401);
  });

  it('npm run ops -- export-person: what is held on an address', async () => {
    const address = `dora-${process.pid}@example.com`;
    await stack.call('POST', '/members', { workspace_id: stack.workspace_id, email: address });

    const held = JSON.parse(await run('export-person', ['--email', address, '--workspace', stack.workspace_id]));

    expect(held).toMatchObject([{ object: 'member', email: address }]);
  });

  it('npm run ops -- redrive: no dead letter in any queue', async () => {
    expect((await run('redrive')).trim().split('\n')).toEqual(
      Array.from({ length: 15 }, () => expect.stringContaining(': no dead letter moved')),
    );
  });

  it('npm run ops -- recorder: the simulator, for every platform', async () => {
    expect(await run('recorder', ['--list'])).toContain('meet: simulator\nzoom: simulator\nteams: simulator');
  });

  it('npm run ops -- summarizer: no model', async () => {
    // A model that is set here would be asked for the summaries of other tests.
    expect(await run('summarizer', ['show'])).toContain('The local stage has no model for summaries');
  });

  it('npm run ops -- provider: the client that the test provider knows', async () => {
    const { clientId, clientSecret } = TEST_CLIENT;

    const printed = await run('provider', ['google', '--client-id', clientId, '--client-secret', clientSecret]);

    expect(printed).toContain(`at google as ${clientId}`);
  });
});

describe('the requests of README.md', () => {
  const blocks = [...readFileSync('README.md', 'utf8').matchAll(/```sh\n([^`]*\$BASE[^`]*)```/g)].map(
    // In a call of its own: other tests record the one of the document.
    ([, block = '']) => block.replace('abc-good-def', 'rdm-good-abc'),
  );

  /** Runs them where .local/stack.json is, and returns the answers. */
  const answers = async (...commands: readonly string[]) => {
    const { stdout } = await promisify(execFile)('bash', ['-ec', commands.join('\necho\n')], { cwd: folder });
    return stdout
      .trim()
      .split(/\n+/)
      .map((line) => JSON.parse(line));
  };

  it('are answered one after the other', async () => {
    const [first = '', ...others] = blocks;
    const [variables = ''] = first.split('\n\n');
    await mkdir(join(folder, '.local'));
    await cp(stackFile(), join(folder, '.local/stack.json'));

    const [bot] = await answers(first);
    const results = others.map((block) => block.replace('mtg_…', bot.meeting_id));

    expect(bot).toMatchObject({ object: 'bot', status: 'queued' });
    const [shown, endpoint, link] = await answers(`${variables}\n${results[0]}`, ...results.slice(1));
    // Its receiver does not exist: every later event would be retried.
    await stack.call('DELETE', `/webhook_endpoints/${endpoint.id}`);
    expect([shown, endpoint, link].map(({ object }) => object)).toEqual([
      'meeting_results',
      'webhook_endpoint',
      'calendar_connect_link',
    ]);
  });
});

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { COMMANDS, runCommandLine } from '../dist/cli/run.js';
import { storedListeners } from '../dist/cli/stored-listeners.js';

const meeting = { object: 'meeting', id: 'mtg_1', starts_at: null, phase: 'past', title: 'Launch' };
const results = {
  object: 'meeting_results',
  status: 'ready',
  speakers: [{ id: 'spk_1', name: 'Ada' }],
  transcript: { segments: [{ speaker_id: 'spk_1', text: 'Hello.' }] },
  summary: { markdown: '# Launch' },
};
const event = {
  object: 'webhook_event',
  id: 'evt_1',
  type: 'meeting.finished',
  created_at: '2026-11-02T10:00:01Z',
  url: 'https://partner.test',
  delivery_status: 'skipped',
  data: { object: meeting },
};
const endpoint = {
  id: 'whe_1',
  workspace_id: 'wks_1',
  secret: 'whsec_1',
  metadata: {},
  created_at: '2026-11-02T10:00:00Z',
  updated_at: '2026-11-02T10:00:00Z',
};
const order = {
  id: 'ord_1',
  state: 'submitted',
  failure_reason: null,
  outputs_ids: [],
  ingestions: [],
  operations: [],
};
const list = (...data) => ({ object: 'list', data, has_more: false, _links: {} });

/** What the API answers, by method and path. */
const ANSWERS = {
  'POST /agent_sessions': { api_key: 'rap_1' },
  'GET /workspaces': list({ id: 'wks_1', name: 'Acme' }),
  'GET /meetings': list(meeting),
  'GET /meetings/mtg_1': meeting,
  'GET /meetings/mtg_1/results': results,
  'POST /bots': { id: 'bot_1', status: 'queued', meeting_id: 'mtg_1' },
  'GET /webhook_events': list(event),
  'GET /webhook_events/evt_1': event,
  'POST /webhook_events/evt_1/redeliver': event,
  'GET /webhook_endpoints': list(),
  'POST /webhook_endpoints': endpoint,
  'PATCH /webhook_endpoints/whe_1': endpoint,
  'DELETE /webhook_endpoints/whe_1': endpoint,
  'POST /uploads': () => ({ id: 'upl_1', parts: [{ number: 1, signed_url: `${base}/parts/1` }] }),
  'PUT /parts/1': '',
  'POST /uploads/upl_1/complete': { id: 'upl_1', url: 'https://files.test/1' },
  'POST /transcribe': order,
  'GET /orders/ord_1': { ...order, state: 'fulfilled', outputs_ids: ['cnv_1'] },
  'POST /orders/ord_1/cancel': { ...order, state: 'canceled' },
  'GET /conversations/cnv_1/transcript': 'Hello.',
  'POST /received': '',
};

let base;
let folder;
let answers;
let requests;
let bodies;
let listeners;
const server = createServer((request, response) => {
  const key = `${request.method} ${request.url.replace('/api/v1', '').replace(/\?.*/, '')}`;
  requests.push(key);
  const given = answers[key];
  const answer = typeof given === 'function' ? given() : given;
  let text = '';
  request.setEncoding('utf8').on('data', (some) => {
    text += some;
  });
  request.on('end', () => {
    bodies.push([key, text]);
    if (answer === undefined) response.writeHead(404).end('{"errors":[{"code":"not_found","message":"Not there."}]}');
    else if (typeof answer === 'string')
      response.writeHead(200, { etag: '"1"', 'content-type': 'text/plain' }).end(answer);
    else
      response
        .writeHead(Number.isInteger(answer.status) ? answer.status : 200, { 'content-type': 'application/json' })
        .end(JSON.stringify(answer));
  });
});
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rapporteur-cli-'));
  await writeFile(join(folder, 'talk.wav'), 'sound');
  await new Promise((listening) => server.listen(0, '127.0.0.1', listening));
  base = `http://127.0.0.1:${server.address().port}/api/v1`;
});
beforeEach(() => {
  [answers, requests, bodies, listeners] = [ANSWERS, [], [], new Map()];
});
after(async () => {
  server.closeAllConnections();
  server.close();
  await rm(folder, { recursive: true });
});

/** Arguments with which each command has a result. */
const ROWS = {
  login: () => ['login', '--base-url', base, '--key', 'rap_1'],
  'meetings list': () => ['meetings', 'list', '--phase', 'past'],
  'meetings show': () => ['meetings', 'show', 'mtg_1'],
  'bots send': () => ['bots', 'send', 'https://meet.google.com/abc-good-def', '--name', 'Notes'],
  'events list': () => ['events', 'list', '--workspace', 'wks_1'],
  'events resend': () => ['events', 'resend', 'evt_1'],
  listen: () => ['listen', '--forward', `${base}/received`],
  transcribe: () => ['transcribe', join(folder, 'talk.wav'), '--language', 'en'],
};

/** Runs a command line. `listen` is ended after what it prints first. */
async function run(args, { stored = { baseUrl: base, apiKey: 'rap_1' }, onStatus } = {}) {
  const controller = new AbortController();
  const [out, notes, statuses] = [[], [], []];
  const code = await runCommandLine(args, {
    print: (line) => {
      out.push(line);
      if (args[0] === 'listen') controller.abort();
    },
    note: (line) => void notes.push(line),
    status: (line) => {
      statuses.push(line);
      onStatus?.(line, controller);
    },
    signal: controller.signal,
    login: { load: async () => stored, save: async () => join(folder, 'login.json') },
    listeners: {
      load: async (workspace) => listeners.get(workspace),
      save: async (workspace, listener) => void listeners.set(workspace, listener),
    },
    variables: {},
  });
  return { code, out: out.join('\n'), notes: notes.join('\n'), statuses };
}

it('has a row for every command', () => {
  assert.deepEqual(Object.keys(ROWS).sort(), Object.keys(COMMANDS).sort());
});

for (const [name, argsOf] of Object.entries(ROWS))
  describe(`rapporteur ${name}`, () => {
    const words = name.split(' ');

    it('ends with 0 and prints its result for people', async () => {
      const { code, out } = await run(argsOf());

      assert.equal(code, 0);
      assert.match(out, /wks_1|mtg_1|evt_1|bot_1|Hello\./);
    });

    it('ends with 0 and prints JSON alone with --json', async () => {
      const { code, out } = await run([...argsOf(), '--json']);

      assert.equal(code, 0);
      assert.equal(typeof JSON.parse(out), 'object');
    });

    it('ends with 0 for --help, which names each option', async () => {
      const { code, out } = await run([...words, '--help']);

      assert.equal(code, 0);
      for (const part of [`Usage: rapporteur ${name}`, ...Object.keys(COMMANDS[name].options ?? {}), '--json'])
        assert.ok(out.includes(part), part);
    });

    it('ends with 2 and its usage for an option that it does not have, and for an argument too many', async () => {
      for (const args of [
        [...argsOf(), '--colour'],
        [...argsOf(), 'more'],
      ]) {
        const { code, out, notes } = await run(args);

        assert.deepEqual([code, out], [2, '']);
        assert.ok(notes.includes(`Usage: rapporteur ${name}`));
      }
      assert.deepEqual(requests, []);
    });

    it('ends with 2 without a login, or without what it requires', async () => {
      const args = name === 'login' ? words : argsOf();
      const { code, out } = await run(args, { stored: null });

      assert.deepEqual([code, out], [2, '']);
    });

    it('ends with 1 and says why if the API refuses', async () => {
      const refusal = { status: 401, errors: [{ code: 'invalid_api_key', message: 'Invalid API key.' }] };
      answers = Object.fromEntries(Object.keys(ANSWERS).map((key) => [key, refusal]));

      const { code, out, notes } = await run(argsOf());

      assert.deepEqual([code, out], [1, '']);
      assert.equal(notes.split('\n').at(-1), 'Invalid API key. (invalid_api_key)');
    });
  });

describe('rapporteur', () => {
  for (const args of [[], ['--help'], ['help']])
    it(`prints every command: ${args.join(' ') || 'without arguments'}`, async () => {
      const { code, out } = await run(args);

      assert.equal(code, 0);
      for (const name of Object.keys(COMMANDS)) assert.ok(out.includes(`  rapporteur ${name}`), name);
    });

  it('prints the version of the API', async () => {
    assert.match((await run(['--version'])).out, /^\d{4}-\d\d-\d\d$/);
  });

  for (const [args, notes] of [
    [['fly'], /^Unknown command: fly\. The commands are: login, /],
    [['meetings'], /^The commands of meetings are: meetings list, meetings show$/],
    [['toString'], /^Unknown command: toString/],
  ])
    it(`ends with 2 for ${args}`, async () => {
      const ended = await run(args);

      assert.deepEqual([ended.code, ended.out], [2, '']);
      assert.match(ended.notes, notes);
    });

  it('ends with 1 and the reason without a connection', async () => {
    const { code, notes } = await run(['meetings', 'list'], {
      stored: { baseUrl: 'http://127.0.0.1:9', apiKey: 'rap_1' },
    });

    assert.equal(code, 1);
    assert.match(notes, /^No response: .+/);
  });

  it('ends with 2 and shows the workspaces of a key that belongs to several', async () => {
    answers = { ...ANSWERS, 'GET /workspaces': list({ id: 'wks_1', name: 'Acme' }, { id: 'wks_2', name: 'Lumen' }) };

    const { code, notes } = await run(['meetings', 'list']);

    assert.equal(code, 2);
    assert.match(notes, /--workspace ID:\n {2}wks_1 {2}Acme\n {2}wks_2 {2}Lumen$/);
  });

  it('uses the workspace of the login', async () => {
    const { code } = await run(['meetings', 'list'], {
      stored: { baseUrl: base, apiKey: 'rap_1', workspace: 'wks_2' },
    });

    assert.equal(code, 0);
    assert.deepEqual(requests, ['GET /meetings']);
  });
});

describe('rapporteur login', () => {
  for (const [what, args] of [
    ['neither a key nor a code', []],
    ['a key and a code', ['--key', 'rap_1', '--code', '1']],
    ['a workspace that the key does not have', ['--key', 'rap_1', '--workspace', 'wks_9']],
  ])
    it(`ends with 2 for ${what}`, async () => {
      assert.equal((await run(['login', '--base-url', base, ...args])).code, 2);
    });

  it('ends with 2 for a base URL without the path of the API', async () => {
    const { code, notes } = await run(['login', '--base-url', `${base}/elsewhere`, '--key', 'rap_1']);

    assert.deepEqual([code, notes], [2, 'There is no API at this --base-url. It ends in /api/v1.']);
  });

  it('exchanges a code for a key', async () => {
    assert.equal((await run(['login', '--base-url', base, '--code', '123'])).code, 0);
    assert.deepEqual(requests, ['POST /agent_sessions', 'GET /workspaces']);
  });
});

describe('rapporteur transcribe', () => {
  it('shows the upload and the order while it works, and nothing of it at the end', async () => {
    let reads = 0;
    const working = { ...order, operations: [{ state: 'processing' }] };
    answers = { ...ANSWERS, 'GET /orders/ord_1': () => (reads++ === 0 ? working : ANSWERS['GET /orders/ord_1']) };

    const { code, statuses } = await run(ROWS.transcribe());

    assert.equal(code, 0);
    assert.deepEqual(
      [...new Set(statuses)],
      [`uploading ${'░'.repeat(24)} 0 %`, `uploading ${'█'.repeat(24)} 100 %`, 'recognizing the words', ''],
    );
    assert.equal(statuses.at(-1), '');
  });

  it('sends a part again that was not stored', async () => {
    let puts = 0;
    answers = { ...ANSWERS, 'PUT /parts/1': () => (puts++ === 0 ? { status: 500 } : '') };

    assert.equal((await run(ROWS.transcribe())).code, 0);
    assert.equal(requests.filter((one) => one === 'PUT /parts/1').length, 2);
  });

  it('ends with 130 and cancels its order at Ctrl-C', async () => {
    answers = { ...ANSWERS, 'GET /orders/ord_1': order };

    const { code, out } = await run(ROWS.transcribe(), {
      onStatus: (line, controller) => line.startsWith('waiting') && controller.abort(),
    });

    assert.deepEqual([code, out], [130, '']);
    assert.ok(requests.includes('POST /orders/ord_1/cancel'));
  });

  for (const text of ['', '\n', ' \n\n'])
    for (const options of [[], ['--subtitles']])
      it(`says that there was no speech: ${JSON.stringify(text)} ${options}`, async () => {
        answers = { ...ANSWERS, 'POST /subtitle': order, 'GET /conversations/cnv_1/transcript': text };

        const { code, out, notes } = await run([...ROWS.transcribe(), ...options]);

        assert.deepEqual([code, out, notes], [0, '', 'No speech was recognized in talk.wav.']);
      });

  it('says with --json that there was no speech, beside a JSON whose text is empty', async () => {
    answers = { ...ANSWERS, 'GET /conversations/cnv_1/transcript': '' };

    const { out, notes } = await run([...ROWS.transcribe(), '--json']);

    assert.deepEqual([JSON.parse(out).text, notes], ['', 'No speech was recognized in talk.wav.']);
  });

  it('ends with 2 for a file that is not there, and for a folder', async () => {
    assert.equal((await run(['transcribe', join(folder, 'nothing.wav')])).code, 2);
    assert.equal((await run(['transcribe', folder])).code, 2);
    assert.deepEqual(requests, []);
  });
});

const HOST = hostname();
const listed = (metadata) => ({
  ...ANSWERS,
  'GET /webhook_endpoints': list({ ...endpoint, metadata: { rapporteur_listen: HOST, ...metadata } }),
});
const kept = () => listeners.set('wks_1', { endpointId: 'whe_1', secret: 'whsec_kept' });
const sentTo = (key) => bodies.filter(([one]) => one === key).map(([, text]) => JSON.parse(text));

describe('rapporteur listen', () => {
  it('ends with 1 if its endpoint was deleted meanwhile', async () => {
    answers = { ...ANSWERS, 'GET /webhook_events/evt_1': undefined };

    const { code, notes } = await run(ROWS.listen());

    assert.equal(code, 1);
    assert.match(notes, /Not there\. \(not_found\)$/);
  });

  it('forwards no event of before its start', async () => {
    kept();
    const earlier = { ...event, id: 'evt_0', created_at: '2026-11-02T09:59:59Z' };
    answers = { ...listed({ rapporteur_listen_process: '0' }), 'GET /webhook_events': list(event, earlier) };

    assert.match((await run(ROWS.listen())).out, /^meeting\.finished evt_1 -> 200$/);
  });
});

describe('the endpoint of rapporteur listen', () => {
  it('keeps its endpoint and its secret for the next run', async () => {
    const first = await run(ROWS.listen());
    answers = listed({ rapporteur_listen_process: '0' });
    requests = [];
    const second = await run(ROWS.listen());

    for (const { code, notes } of [first, second]) {
      assert.equal(code, 0);
      assert.match(notes, /^Signing secret: whsec_1$/m);
    }
    assert.ok(!requests.includes('POST /webhook_endpoints'));
    assert.ok(!requests.includes('DELETE /webhook_endpoints/whe_1'));
  });

  it('moves a kept endpoint to the wanted events and the version of the client, and frees it at the end', async () => {
    kept();
    answers = listed({ rapporteur_listen_process: '0' });

    await run([...ROWS.listen(), '--events', 'meeting.finished,bot.failed']);

    const [begun, ended] = sentTo('PATCH /webhook_endpoints/whe_1');
    assert.deepEqual(begun.enabled_events, ['meeting.finished', 'bot.failed']);
    assert.match(begun.api_version, /^\d{4}-\d\d-\d\d$/);
    assert.deepEqual([begun.status, begun.metadata.rapporteur_listen_process], ['disabled', String(process.pid)]);
    assert.deepEqual(ended, { metadata: { rapporteur_listen_process: '0' } });
  });

  for (const [what, prepare, args] of [
    ['that another run has', () => kept() && listed({ rapporteur_listen_process: String(process.ppid) }), []],
    ['with --temporary', () => kept() && listed({ rapporteur_listen_process: '0' }), ['--temporary']],
  ])
    it(`leaves a kept endpoint alone ${what}, and deletes its own at the end`, async () => {
      answers = {
        ...prepare(),
        'POST /webhook_endpoints': { ...endpoint, id: 'whe_2', secret: 'whsec_2' },
        'DELETE /webhook_endpoints/whe_2': endpoint,
      };

      const { notes } = await run([...ROWS.listen(), ...args]);

      assert.match(notes, /^Signing secret: whsec_2$/m);
      assert.ok(requests.includes('DELETE /webhook_endpoints/whe_2'));
      assert.ok(!requests.includes('DELETE /webhook_endpoints/whe_1'));
      assert.equal(listeners.get('wks_1').secret, 'whsec_kept');
    });

  it('makes another endpoint where the kept one was deleted, and deletes what a run left behind', async () => {
    listeners.set('wks_1', { endpointId: 'whe_9', secret: 'whsec_9' });
    answers = {
      ...listed({ rapporteur_listen_process: '0' }),
      'POST /webhook_endpoints': { ...endpoint, id: 'whe_2', secret: 'whsec_2' },
      'PATCH /webhook_endpoints/whe_2': endpoint,
    };

    await run(ROWS.listen());

    assert.ok(requests.includes('DELETE /webhook_endpoints/whe_1'));
    assert.deepEqual(listeners.get('wks_1'), { endpointId: 'whe_2', secret: 'whsec_2' });
  });

  it('stores the endpoints of several workspaces for its owner alone', async () => {
    const stored = storedListeners({ XDG_CONFIG_HOME: folder });
    const [one, other] = ['1', '2'].map((n) => ({ endpointId: `whe_${n}`, secret: `whsec_${n}` }));

    await stored.save('wks_1', one);
    await stored.save('wks_2', other);

    const path = join(folder, 'rapporteur', 'listen.json');
    assert.deepEqual(JSON.parse(await readFile(path, 'utf8')), { wks_1: one, wks_2: other });
    assert.equal((await stat(path)).mode & 0o777, 0o600);
    assert.deepEqual([await stored.load('wks_2'), await stored.load('wks_3')], [other, undefined]);
  });
});

describe('a pipe that is read no more', () => {
  const MAIN = fileURLToPath(new URL('../dist/cli/main.js', import.meta.url));

  for (const args of [['--help'], ['meetings', 'list'], ['meetings', 'list', '--json'], ['meetings', 'show', 'mtg_1']])
    it(`ends ${args.join(' ')} quietly`, async () => {
      const many = Array.from({ length: 5_000 }, () => meeting);
      answers = { ...ANSWERS, 'GET /meetings': list(...many) };
      const env = { ...process.env, RAPPORTEUR_BASE_URL: base, RAPPORTEUR_API_KEY: 'rap_1' };
      const child = spawn(process.execPath, [MAIN, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
      child.stdout.destroy();
      let said = '';
      child.stderr.setEncoding('utf8').on('data', (some) => {
        said += some;
      });

      const code = await new Promise((ended) => child.on('close', ended));

      assert.deepEqual([code, said], [0, '']);
    });
});

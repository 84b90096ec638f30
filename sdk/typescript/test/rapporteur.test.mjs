import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { describe, it } from 'node:test';
import { API_VERSION, ConnectionError, Rapporteur, RapporteurError } from '../dist/index.js';

const BASE = 'https://api.partner.test/api/v1';

/** A client whose requests get these answers in turn: a response, or an error to throw. */
function aClient(...answers) {
  const requests = [];
  const api = new Rapporteur({
    apiKey: 'rk_1',
    baseUrl: `${BASE}/`,
    fetch: async (request) => {
      requests.push({ request, body: await request.clone().text() });
      const answer = answers[Math.min(requests.length, answers.length) - 1];
      if (answer instanceof Error) throw answer;
      return answer.clone();
    },
  });
  return { api, requests };
}

const json = (status, body, headers = {}) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } });
const AT_ONCE = { 'retry-after': '0' };
const refused = (status, code, headers) =>
  json(
    status,
    { errors: [{ code, message: `Refused: ${code}.`, field: 'name' }] },
    { 'x-request-id': 'req_1', ...headers },
  );
const bot = { object: 'bot', id: 'bot_1' };

describe('a request', () => {
  it('has the key and the version, and returns the body of the response', async () => {
    const { api, requests } = aClient(json(200, bot));

    assert.deepEqual(await api.readBot({ path: { id: 'bot_1' } }), bot);
    assert.equal(requests[0].request.url, `${BASE}/bots/bot_1`);
    assert.equal(requests[0].request.headers.get('authorization'), 'rk_1');
    assert.equal(requests[0].request.headers.get('service-version'), API_VERSION);
  });

  it('throws what the response says if it is refused, without a retry', async () => {
    const { api, requests } = aClient(refused(422, 'blank'));

    await assert.rejects(api.createFolder({ body: { name: '' } }), (error) => {
      assert.ok(error instanceof RapporteurError);
      assert.deepEqual([error.status, error.code, error.requestId], [422, 'blank', 'req_1']);
      assert.equal(error.message, 'Refused: blank.');
      assert.equal(error.errors[0].field, 'name');
      return true;
    });
    assert.equal(requests.length, 1);
  });

  it('throws the text of a response that is not of the API', async () => {
    const { api } = aClient(new Response('Too many requests', { status: 403 }));

    await assert.rejects(api.listWorkspaces(), { name: 'RapporteurError', status: 403, message: 'Too many requests' });
  });
});

describe('a response with success that is not of the API', () => {
  for (const [what, response] of [
    ['HTML', new Response('<html>Sign in</html>', { headers: { 'content-type': 'text/html; charset=utf-8' } })],
    ['HTML in capitals', new Response('<html/>', { status: 203, headers: { 'content-type': 'TEXT/HTML' } })],
    ['a text', new Response('ok', { headers: { 'content-type': 'text/plain' } })],
    ['XML', new Response('<a/>', { headers: { 'content-type': 'application/xml' } })],
    ['bytes', new Response('{}', { headers: { 'content-type': 'application/octet-stream' } })],
    ['no media type', new Response(new Uint8Array([123, 125]))],
    ['no body', new Response(null, { status: 204 })],
  ])
    it(`is an error without a retry: ${what}`, async () => {
      const { api, requests } = aClient(response);

      await assert.rejects(api.listWorkspaces(), (error) => {
        assert.ok(error instanceof RapporteurError);
        assert.deepEqual([error.status, error.code], [response.status, undefined]);
        assert.match(error.message, /in place of application\/json/);
        return true;
      });
      assert.equal(requests.length, 1);
    });

  it('is an error where a text was asked for, which may be of several media types', async () => {
    const html = new Response('<html/>', { headers: { 'content-type': 'text/html' } });
    const vtt = new Response('WEBVTT', { headers: { 'content-type': 'text/vtt; charset=utf-8' } });
    const asked = { path: { id: 'con_1' }, query: { format: 'vtt' }, parseAs: 'text' };

    await assert.rejects(aClient(html).api.readTranscript(asked), RapporteurError);
    assert.equal(await aClient(vtt).api.readTranscript(asked), 'WEBVTT');
  });
});

describe('a response that is cut off', () => {
  /** A server that answers with these texts in turn, each written to its socket as it is, and then closes the connection. */
  async function aServer(t, ...texts) {
    let requests = 0;
    const server = createServer();
    server.on('connection', (socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => socket.end(texts[Math.min(requests++, texts.length - 1)]));
    });
    await new Promise((listening) => server.listen(0, '127.0.0.1', listening));
    const baseUrl = `http://127.0.0.1:${server.address().port}/api/v1`;
    t.after(() => void server.close());
    return { api: new Rapporteur({ apiKey: 'rk_1', baseUrl }), count: () => requests };
  }
  const answered = (headers, body) => `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n${headers}\r\n\r\n${body}`;
  const whole = answered('Content-Length: 31\r\nConnection: close', '{"object": "bot", "id":"bot_1"}');

  for (const [what, cut] of [
    ['before its length', answered('Content-Length: 500', '{"object":')],
    ['in a chunk', answered('Transfer-Encoding: chunked', 'ff\r\n{"object":')],
    ['between chunks', answered('Transfer-Encoding: chunked', 'a\r\n{"object":\r\n')],
    ['without a length', answered('Connection: close', '{"object":')],
    ['before its body', answered('Connection: close', '')],
    ['in its headers', 'HTTP/1.1 200 OK\r\nContent-Ty'],
    ['before it begins', ''],
  ])
    it(`is repeated: ${what}`, async (t) => {
      const { api, count } = await aServer(t, cut, whole);

      assert.deepEqual(await api.readBot({ path: { id: 'bot_1' } }), bot);
      assert.equal(count(), 2);
    });

  it('each time is a ConnectionError', async (t) => {
    const { api, count } = await aServer(t, answered('Connection: close', '{"object":'));

    await assert.rejects(api.readBot({ path: { id: 'bot_1' } }), ConnectionError);
    assert.equal(count(), 3);
  });

  it('is one as well in a runtime that does not say so', async () => {
    const short = json(200, bot, { 'content-length': '500' });
    const { api, requests } = aClient(short, json(200, bot));

    assert.deepEqual(await api.readBot({ path: { id: 'bot_1' } }), bot);
    assert.equal(requests.length, 2);
  });
});

describe('a deprecated name', () => {
  for (const [former, name] of [
    ['sendNotetakerToCall', 'sendBot'],
    ['endRecordingAndKeepIt', 'leave'],
    ['orderTranscription', 'transcribe'],
    ['readWhatIsSaidWhileItIsSaid', 'listenLive'],
    ['readTextOfConversation', 'readTranscript'],
  ])
    it(`sends the same request: ${former} and ${name}`, async () => {
      const { api, requests } = aClient(json(200, bot));

      for (const method of [former, name]) await api[method]({ path: { id: 'bot_1' } });
      assert.equal(requests[0].request.url, requests[1].request.url);
    });
});

describe('a POST that fails in the service', () => {
  it('is repeated with the same Idempotency-Key and the same body', async () => {
    const { api, requests } = aClient(
      refused(503, 'unavailable', AT_ONCE),
      refused(429, 'rate_limited', AT_ONCE),
      json(201, bot),
    );
    const body = { workspace_id: 'wks_1', meeting_url: 'https://meet.google.com/abc-good-def' };

    assert.deepEqual(await api.sendBot({ body }), bot);
    const keys = requests.map(({ request }) => request.headers.get('idempotency-key'));
    assert.equal(keys.length, 3);
    assert.match(keys[0], /^[0-9a-f-]{36}$/);
    assert.equal(new Set(keys).size, 1);
    assert.deepEqual(new Set(requests.map((one) => one.body)), new Set([JSON.stringify(body)]));
  });

  it('keeps the key that the caller gave', async () => {
    const { api, requests } = aClient(json(201, bot));

    await api.sendBot({
      body: { meeting_url: 'https://zoom.us/j/1' },
      headers: { 'Idempotency-Key': 'mine' },
    });
    assert.equal(requests[0].request.headers.get('idempotency-key'), 'mine');
  });

  it('throws the last response after two retries', async () => {
    const { api, requests } = aClient(refused(500, 'internal_error', AT_ONCE));

    await assert.rejects(api.createFolder({ body: { name: 'a' } }), { status: 500, code: 'internal_error' });
    assert.equal(requests.length, 3);
  });
});

describe('a request without a response', () => {
  it('is repeated', async () => {
    const { api, requests } = aClient(new TypeError('fetch failed'), json(200, bot));

    assert.deepEqual(await api.readBot({ path: { id: 'bot_1' } }), bot);
    assert.equal(requests.length, 2);
  });

  it('throws a ConnectionError with its cause', async () => {
    const cause = new TypeError('fetch failed');
    const api = new Rapporteur({ apiKey: 'rk_1', baseUrl: BASE, maxRetries: 0, fetch: () => Promise.reject(cause) });

    await assert.rejects(api.listWorkspaces(), (error) => error instanceof ConnectionError && error.cause === cause);
  });

  it('ends when the caller aborts it', async () => {
    const controller = new AbortController();
    const api = new Rapporteur({
      apiKey: 'rk_1',
      baseUrl: BASE,
      fetch: (request) => {
        controller.abort();
        return Promise.reject(request.signal.reason);
      },
    });

    await assert.rejects(api.listWorkspaces({ signal: controller.signal }), ConnectionError);
  });
});

describe('a list', () => {
  const page = (ids, next) =>
    json(200, {
      data: ids.map((id) => ({ id })),
      has_more: next !== undefined,
      _links: next ? { next: { url: next } } : {},
    });
  const listed = async (api) => {
    const ids = [];
    for await (const { id } of api.items(api.listMeetings({ query: { workspace_id: 'wks_1' } }))) ids.push(id);
    return ids;
  };

  it('is read page after page, empty pages included, with its filters', async () => {
    const next = `${BASE}/meetings?workspace_id=wks_1&cursor=`;
    const { api, requests } = aClient(page(['a', 'b'], `${next}2`), page([], `${next}3`), page(['c']));

    assert.deepEqual(await listed(api), ['a', 'b', 'c']);
    assert.deepEqual(
      requests.map(({ request }) => request.url),
      [`${BASE}/meetings?workspace_id=wks_1`, `${next}2`, `${next}3`],
    );
  });

  it('is read from the deployment alone, whatever host a link names', async () => {
    const { api, requests } = aClient(page(['a'], 'https://elsewhere.test/api/v1/meetings?cursor=2'), page([]));

    await listed(api);
    assert.equal(requests[1].request.url, `${BASE}/meetings?cursor=2`);
  });
});

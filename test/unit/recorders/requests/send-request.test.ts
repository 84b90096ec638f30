import * as v from 'valibot';
import { parseResponse, sendRequest } from '#shared/capture/recorders/requests/send-request';
import { InvalidRecorderAnswer, RecorderTimedOut, RecorderUnreachable } from '#shared/meetings/recorders/ports';
import {
  aRecorderServer,
  type Handled,
  jsonReply,
  type RecorderServer,
} from '#test/doubles/recorders/a-recorder-server';
import { afterEach, describe, expect, it } from '#test/support/jest';

let server: RecorderServer;
afterEach(() => server.close());

const headers = { authorization: 'Token secret-key' };

async function answerOf(handled: Handled, timeoutMs?: number) {
  server = await aRecorderServer(() => handled);
  return sendRequest(fetch, { url: `${server.origin}/bots`, headers, ...(timeoutMs && { timeoutMs }) });
}

describe('a request to a recorder', () => {
  it('carries its headers and its JSON body', async () => {
    server = await aRecorderServer(() => jsonReply(201, { id: 1 }));

    await sendRequest(fetch, { url: `${server.origin}/bots?a=1`, method: 'POST', headers, body: { name: 'Zoë' } });

    expect(server.requests).toEqual([
      {
        method: 'POST',
        path: '/bots?a=1',
        headers: expect.objectContaining({ authorization: 'Token secret-key', 'content-type': 'application/json' }),
        body: '{"name":"Zoë"}',
      },
    ]);
  });

  it('returns status and JSON, whatever the status', async () => {
    expect(await answerOf(jsonReply(400, { error: 'no' }))).toMatchObject({ status: 400, json: { error: 'no' } });
  });

  it('returns no JSON for a page of HTML, for nothing and for broken UTF-8', async () => {
    const bodies = ['<h1>Server Error</h1>', '', Uint8Array.of(0x22, 0xff, 0x22)];
    const answers = [];
    for (const body of bodies) {
      answers.push(await answerOf({ status: 500, body }));
      await server.close();
    }
    server = await aRecorderServer(() => 'cut');

    expect(answers.map(({ json }) => json)).toEqual([undefined, undefined, undefined]);
  });

  it('does not follow a redirect, which would carry the key elsewhere', async () => {
    const { status } = await answerOf({ status: 307, headers: { location: 'http://127.0.0.1:9/' } });

    expect(status).toBe(307);
  });

  it('fails as unreachable when the connection is cut, when nothing comes in time, and when the body is cut', async () => {
    const failures = [];
    for (const handled of ['cut', 'silence', { status: 200, headers: { 'content-length': '9' }, body: '{' }] as const) {
      failures.push(await answerOf(handled, 150).catch((error: unknown) => error));
      await server.close();
    }
    server = await aRecorderServer(() => 'cut');

    expect(failures).toEqual([1, 2, 3].map(() => expect.any(RecorderUnreachable)));
    expect(failures.slice(0, 2).map((failure) => failure instanceof RecorderTimedOut)).toEqual([false, true]);
    expect(JSON.stringify(failures.map((failure) => [String(failure), (failure as Error).cause]))).not.toContain(
      'secret',
    );
  });
});

describe('a response of another shape', () => {
  it('is named by the fields that are wrong, and not quoted', async () => {
    const response = await answerOf(jsonReply(200, { id: 7, secret: 'wh-secret' }));

    const read = () => parseResponse(v.object({ id: v.string(), state: v.string() }), response, 'Attendee');

    expect(read).toThrow(new InvalidRecorderAnswer('Attendee sent an invalid response (id, state).'));
  });
});

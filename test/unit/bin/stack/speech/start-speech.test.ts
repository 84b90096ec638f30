import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { silentStep } from '#bin/cli/progress';
import type { RunningSpeechServer, runSpeechServer } from '#bin/stack/speech/speech-server';
import { startSpeech } from '#bin/stack/speech/start-speech';
import { afterEach, describe, expect, it } from '#test/support/jest';

const opened: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close();
});

/** A speech server that is ready, and can end by itself. */
async function aServer(): Promise<RunningSpeechServer & { readonly end: () => void }> {
  const server = createServer((_request, response) => response.end('heard'));
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const end = Promise.withResolvers<void>();
  const stop = async () => {
    end.resolve();
    server.closeAllConnections();
    server.close();
  };
  opened.push(stop);
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ended: end.promise,
    stop,
    end: end.resolve,
  };
}

async function aSpeech(run: typeof runSpeechServer) {
  const warnings: string[] = [];
  const speech = await startSpeech({ stateDir: '/none', step: silentStep, warn: (text) => warnings.push(text), run });
  opened.push(speech.close);
  const ask = (method: string) => fetch(`${speech.url}/v1/audio/transcriptions`, { method });
  /** Asks until the answer has that status: a server that is ready is used from the next turn on. */
  const untilStatus = async (status: number) => {
    for (;;) {
      const response = await ask('POST');
      if (response.status === status) return response;
    }
  };
  return { ...speech, warnings, ask, untilStatus };
}

describe('the speech server of a local stack', () => {
  it('is started by the first upload, which is answered 503', async () => {
    let starts = 0;
    const server = await aServer();
    const speech = await aSpeech(async () => {
      starts += 1;
      return server;
    });

    const looked = await speech.ask('GET');
    const startsBefore = starts;
    const first = await speech.ask('POST');
    const heard = await speech.untilStatus(200);

    expect([looked.status, startsBefore, first.status]).toEqual([503, 0, 503]);
    expect([starts, await heard.text()]).toEqual([1, 'heard']);
  });

  it('is started once by uploads that come meanwhile', async () => {
    const ready = Promise.withResolvers<RunningSpeechServer>();
    let starts = 0;
    const speech = await aSpeech(() => {
      starts += 1;
      return ready.promise;
    });

    const answers = await Promise.all([1, 2, 3].map(() => speech.ask('POST')));
    ready.resolve(await aServer());
    await speech.untilStatus(200);

    expect([answers.map(({ status }) => status), starts]).toEqual([[503, 503, 503], 1]);
  });

  it('is tried again by the next upload after it could not be installed', async () => {
    const server = await aServer();
    let starts = 0;
    const speech = await aSpeech(async () => {
      starts += 1;
      if (starts === 1) throw new Error('no network');
      return server;
    });

    await speech.untilStatus(200);

    expect(speech.warnings).toEqual(['no network']);
  });

  it('is started again after it has ended by itself', async () => {
    const [first, second] = [await aServer(), await aServer()];
    const servers = [first, second];
    const speech = await aSpeech(async () => servers.shift() ?? second);
    await speech.untilStatus(200);

    first.end();
    await speech.untilStatus(503);
    await speech.untilStatus(200);

    expect(servers).toEqual([]);
  });

  it('ends with the stack, also while it is installed', async () => {
    const aborted = Promise.withResolvers<void>();
    const speech = await aSpeech(
      ({ signal }) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => {
            aborted.resolve();
            reject(signal.reason);
          });
        }),
    );
    await speech.ask('POST');

    await speech.close();
    opened.pop();

    await aborted.promise;
    expect(speech.warnings).toEqual([]);
  });
});

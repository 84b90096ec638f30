import type { Step } from '#bin/cli/progress';
import { startReverseProxy } from '#bin/stack/reverse-proxy';
import { type RunningSpeechServer, runSpeechServer } from './speech-server.ts';

interface SpeechOptions {
  readonly stateDir: string;
  readonly step: Step;
  /** Prints why speech recognition did not start. */
  readonly warn: (message: string) => void;
  /** Runs the server; for tests. */
  readonly run?: typeof runSpeechServer;
}

export interface LocalSpeech {
  /** Without `/v1`. */
  readonly url: string;
  /** Ends the server, or its installation. */
  readonly close: () => Promise<void>;
}

/**
 * The address of a speech server that is installed and started by the first request to it. Until it is ready, requests
 * are answered with 503, and recordings wait. One that could not be installed, or has ended, is tried again by the next.
 */
export async function startSpeech({ run = runSpeechServer, warn, ...options }: SpeechOptions): Promise<LocalSpeech> {
  const stopped = new AbortController();
  let starting: Promise<RunningSpeechServer | undefined> | undefined;

  const startServer = async (): Promise<RunningSpeechServer | undefined> => {
    try {
      const server = await run({ ...options, signal: stopped.signal });
      proxy.forwardTo(server.url);
      void server.ended.then(server.stop).then(forget);
      return server;
    } catch (error) {
      if (!stopped.signal.aborted) warn(error instanceof Error ? error.message : String(error));
      forget();
      return undefined;
    }
  };
  const forget = () => {
    proxy.forwardTo(undefined);
    starting = undefined;
  };
  const proxy = await startReverseProxy(0, {
    name: 'speech server',
    onWaiting: ({ method }) => {
      if (method === 'POST' && !stopped.signal.aborted) starting ??= startServer();
    },
  });
  return {
    url: `http://127.0.0.1:${proxy.port}`,
    close: async () => {
      stopped.abort();
      const server = await starting;
      await server?.stop();
      await proxy.close();
    },
  };
}

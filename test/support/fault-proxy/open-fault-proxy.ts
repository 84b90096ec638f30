import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { type Call, type Fault, refusal, type Strike } from './fault.ts';
import { partialBatch } from './partial-batch.ts';

interface Given {
  /** Where AWS is, as http://127.0.0.1:4566. */
  readonly target: string;
  /** Asked once for each request. */
  readonly strike: Strike;
  /** Ends every process that was given this address of AWS. */
  readonly kill: (address: string) => Promise<void>;
}

export interface FaultProxy {
  /** Where this function is to find AWS: one port for each, so that who asks is known. */
  readonly addressFor: (worker: string) => Promise<string>;
  readonly close: () => Promise<void>;
}

interface Way extends Given {
  readonly agent: Agent;
}

/** Shorter than the emulator keeps a connection (75 s), so that none is used as it closes. */
const IDLE_CONNECTION_MS = 30_000;

/** Stands between functions and AWS, and spoils what its rules name. */
export function openFaultProxy(given: Given): FaultProxy {
  const agent = new Agent({ keepAlive: true, timeout: IDLE_CONNECTION_MS });
  const servers: Server[] = [];
  const addresses = new Map<string, Promise<string>>();
  const listenFor = async (worker: string): Promise<string> => {
    const server = createServer((incoming, outgoing) => {
      const { port } = server.address() as AddressInfo;
      const caller = { worker, address: addressOf(port) };
      // What ends half-way was cut on purpose, or its caller is gone: no answer is awaited.
      serve({ ...given, agent }, caller, { incoming, outgoing }).catch(() => outgoing.destroy());
    });
    server.keepAliveTimeout = 0;
    servers.push(server);
    await once(server.listen(0, '127.0.0.1'), 'listening');
    return addressOf((server.address() as AddressInfo).port);
  };
  return {
    addressFor(worker) {
      const address = addresses.get(worker) ?? listenFor(worker);
      addresses.set(worker, address);
      return address;
    },
    async close() {
      await Promise.all(servers.map(closed));
      agent.destroy();
    },
  };
}

const addressOf = (port: number): string => `http://127.0.0.1:${port}`;

async function closed(server: Server): Promise<void> {
  const end = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await end;
}

interface Exchange {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
}

async function serve(
  way: Way,
  { worker, address }: { readonly worker: string; readonly address: string },
  { incoming, outgoing }: Exchange,
): Promise<void> {
  const body = Buffer.concat(await incoming.toArray());
  const call: Call = { worker, action: actionOf(incoming), body: body.toString() };
  const fault = way.strike(call);
  const pass = () => passOn(way, incoming, body);
  switch (fault?.kind) {
    case undefined:
      return answer(outgoing, await pass());
    case 'refused':
      return answer(outgoing, { status: fault.status, headers: JSON_TYPE, body: Buffer.from(refusal(fault, body)) });
    case 'stalled':
      await wait(fault.seconds * 1_000);
      return answer(outgoing, await pass());
    case 'reset':
      incoming.socket.resetAndDestroy();
      return;
    case 'dropped':
      await pass();
      incoming.socket.destroy();
      return;
    case 'partly':
      return answer(outgoing, await partly(way, { incoming, body, call }));
    case 'killed':
      return killed(fault, pass, () => way.kill(address));
  }
}

async function killed(
  { when }: Extract<Fault, { readonly kind: 'killed' }>,
  pass: () => Promise<unknown>,
  kill: () => Promise<void>,
): Promise<void> {
  if (when === 'after') await pass();
  await kill();
}

/** `DynamoDB_20120810.PutItem` is PutItem. */
const actionOf = ({ headers }: IncomingMessage): string => String(headers['x-amz-target'] ?? '').split('.')[1] ?? '';

const JSON_TYPE = ['content-type', 'application/x-amz-json-1.0'];

interface Answer {
  readonly status: number;
  /** Names and values in turn. */
  readonly headers: readonly string[];
  readonly body: Buffer;
}

function answer(outgoing: ServerResponse, { status, headers, body }: Answer): void {
  outgoing.writeHead(status, [...headers, 'content-length', String(body.length)]).end(body);
}

interface Asked {
  readonly incoming: IncomingMessage;
  readonly body: Buffer;
  readonly call: Call;
}

async function partly(way: Way, { incoming, body, call }: Asked): Promise<Answer> {
  const part = partialBatch(call.action, JSON.parse(body.toString()));
  if (!part) throw new Error(`Nothing is taken in part by ${call.action}.`);
  if (!part.request) return jsonAnswer(part.answer({}));
  const answered = await passOn(way, incoming, Buffer.from(JSON.stringify(part.request)));
  return answered.status === 200 ? jsonAnswer(part.answer(JSON.parse(answered.body.toString()))) : answered;
}

const jsonAnswer = (json: object): Answer => ({
  status: 200,
  headers: JSON_TYPE,
  body: Buffer.from(JSON.stringify(json)),
});

/** About one connection, or about a length that we say ourselves. */
const OURS = new Set(['connection', 'keep-alive', 'transfer-encoding', 'content-length', 'expect']);

const passedOn = (rawHeaders: readonly string[]): readonly string[] =>
  rawHeaders.filter((_, at) => !OURS.has((rawHeaders[at - (at % 2)] ?? '').toLowerCase()));

async function passOn({ target, agent }: Way, { method, url, rawHeaders }: IncomingMessage, body: Buffer) {
  const { hostname, port } = new URL(target);
  const headers = [...passedOn(rawHeaders), 'content-length', String(body.length)];
  const upstream = request({ hostname, port, agent, method, path: url, headers });
  upstream.end(body);
  const [reply] = (await once(upstream, 'response')) as [IncomingMessage];
  return {
    status: reply.statusCode ?? 502,
    headers: passedOn(reply.rawHeaders),
    body: Buffer.concat(await reply.toArray()),
  };
}

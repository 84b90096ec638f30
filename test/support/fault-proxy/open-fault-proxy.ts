import type { IncomingMessage } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { type Call, type Fault, refusal, type Strike } from './fault.ts';
import { answer, type Exchange, type FunctionProxies, openFunctionProxies, type Reply } from './function-proxies.ts';
import { partialBatch } from './partial-batch.ts';

interface Given {
  /** Where AWS is, as http://127.0.0.1:4566. */
  readonly target: string;
  /** Asked once for each request. */
  readonly strike: Strike;
  /** Ends every process that was given this address of AWS. */
  readonly kill: (address: string) => Promise<void>;
}

/** Stands between functions and AWS, and spoils what its rules name. */
export const openFaultProxy = ({ target, ...given }: Given): FunctionProxies =>
  openFunctionProxies({ target, serve: (exchange) => serve(given, exchange) });

async function serve({ strike, kill }: Omit<Given, 'target'>, exchange: Exchange): Promise<void> {
  const { worker, address, incoming, outgoing, body, pass } = exchange;
  const call: Call = { worker, action: actionOf(incoming), body: body.toString() };
  const fault = strike(call);
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
      return answer(outgoing, await partly(exchange, call));
    case 'killed':
      return killed(fault, pass, () => kill(address));
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

async function partly({ body, pass }: Exchange, call: Call): Promise<Reply> {
  const part = partialBatch(call.action, JSON.parse(body.toString()));
  if (!part) throw new Error(`Nothing is taken in part by ${call.action}.`);
  if (!part.request) return jsonAnswer(part.answer({}));
  const answered = await pass(Buffer.from(JSON.stringify(part.request)));
  return answered.status === 200 ? jsonAnswer(part.answer(JSON.parse(answered.body.toString()))) : answered;
}

const jsonAnswer = (json: object): Reply => ({
  status: 200,
  headers: JSON_TYPE,
  body: Buffer.from(JSON.stringify(json)),
});

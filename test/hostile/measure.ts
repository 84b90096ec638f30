import { type Contract, nameOf } from '#shared/foundation/http/contract';
import { aDeployment } from '#test/contract/edge/a-deployment';
import type { Call } from '#test/support/api';
import type { ApiResponse } from '#test/support/api-response';
import { type Work, workCounter } from './count-work.ts';
import { type HostileRequest, hostileRequests } from './hostile-requests.ts';

/** One way to make a request to one operation large, at three sizes of which each doubles. */
export interface Measured {
  readonly operation: string;
  readonly request: string;
  readonly status: number;
  readonly executions: readonly number[];
  /** Issues that the schema library made, at the largest size. */
  readonly issues: number;
  /** The largest answer. */
  readonly answerBytes: number;
}

export interface Scale {
  readonly sizes: readonly [number, number, number];
  /** Also a long text, an array and an object in place of each single value. */
  readonly withValues: boolean;
}

/** The largest hold as many values as a body may: two for each item. */
export const FULL: Scale = { sizes: [2_400, 4_800, 9_600], withValues: true };
/** All above 1,000 items, the bound of most arrays: within its bound, each item is looked at. */
export const SHORT: Scale = { sizes: [1_200, 2_400, 4_800], withValues: false };

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

/** Sends these operations one small request of every kind, and answers how many each got. Throws for an undocumented answer. */
export async function sendSmall(operations: readonly Contract[]): Promise<ReadonlyMap<string, number>> {
  const { call, owner } = await aDeployment();
  const sent = new Map<string, number>();
  for (const contract of operations) {
    const requests = hostileRequests(contract, owner.workspaceId);
    for (const request of requests) await call(contract.method, ...callOf(request, SMALL, owner.key));
    const name = documentedName(contract);
    sent.set(name, (sent.get(name) ?? 0) + requests.length);
  }
  return sent;
}

const SMALL = 20;

/** As the OpenAPI document names an operation: two contracts that differ by the kind of the id are one. */
export const documentedName = (contract: Contract): string => nameOf(contract).replace(/\{(\w+):\w+\}/, '{$1}');

function callOf(request: HostileRequest, size: number, key: string): readonly [path: string, sent: Call] {
  const { path, raw, form } = request.of(size);
  return [path, { key, ...(raw && { raw }), ...(form && { headers: FORM }) }];
}

/** Sends these operations every large request, and counts what the service executes. */
export async function measure(
  operations: readonly Contract[],
  scale: Scale,
  report: (measured: Measured) => void = () => undefined,
): Promise<readonly Measured[]> {
  const { call, owner } = await aDeployment();
  const counter = await workCounter();
  const measured: Measured[] = [];
  try {
    for (const contract of operations)
      for (const request of hostileRequests(contract, owner.workspaceId).filter(
        ({ isInValue }) => scale.withValues || !isInValue,
      )) {
        const send = (size: number) => counter.during(() => call(contract.method, ...callOf(request, size, owner.key)));
        const named = { operation: documentedName(contract), request: request.named };
        const one = { ...named, ...(await measureOne(send, scale.sizes)) };
        measured.push(one);
        report(one);
      }
  } finally {
    await counter.stop();
  }
  return measured;
}

type Send = (size: number) => Promise<{ readonly value: ApiResponse; readonly work: Work }>;

async function measureOne(send: Send, sizes: readonly number[]) {
  // What is computed once in the life of a function is not counted.
  await send(10);
  const runs = [];
  for (const size of sizes) runs.push(await send(size));
  return {
    status: runs.at(-1)?.value.status ?? 0,
    executions: runs.map(({ work }) => work.executions),
    issues: runs.at(-1)?.work.calls.get('_addIssue') ?? 0,
    answerBytes: Math.max(...runs.map(({ value }) => Buffer.byteLength(JSON.stringify(value.body) ?? ''))),
  };
}

const MAX_ANSWER_BYTES = 262_144;
/** A schema is asked about bounded arrays and groups only. */
const MAX_ISSUES = 2_000;
/** Twice the size takes twice the work; a quadratic part takes four times. */
const MAX_GROWTH = 2.4;
/** Fewer executions are noise. */
const NOISE = 1_000;

/** What is wrong with a measurement; empty where it is linear and bounded. */
export function violationsIn({ executions: [small = 0, middle = 0, large = 0], issues, answerBytes }: Measured) {
  const grows = large - middle > NOISE && large - middle > MAX_GROWTH * Math.max(NOISE / 2, middle - small);
  return [
    ...(grows ? ['the work grows faster than the request'] : []),
    ...(issues > MAX_ISSUES ? [`the schema library made ${issues} issues`] : []),
    ...(answerBytes > MAX_ANSWER_BYTES ? [`the answer has ${answerBytes} bytes`] : []),
  ];
}

import { calendarEvents } from '#functions/api/calendar-events/index';
import { meetings } from '#functions/api/meetings/index';
import { members } from '#functions/api/members/index';
import { webhookEndpoints } from '#functions/api/webhook-endpoints/index';
import { webhookEvents } from '#functions/api/webhook-events/index';
import { kmsSealer } from '#shared/foundation/platform/kms-sealer';
import { appContext } from '#shared/wiring/app-context';
import { type Handler, sealed } from '#test/benchmarks/gateway';
import { seededBytes } from '#test/benchmarks/random';
import { tableOver } from '#test/doubles/dynamodb/table-over';
import { acceptingSender } from '#test/support/accepting-sender';
import { APP_URL, BASE_URL, LIVE_URL } from '#test/support/api';
import { Container, type FaultPlan } from '#test/support/event-path/container';
import type { inMemoryServices } from '#test/support/event-path/services';
import { warmFunction } from '#test/support/event-path/warm-function';
import { inMemoryFiles } from '#test/support/in-memory-files';
import type { TimeLine } from './time-line.ts';

type Services = ReturnType<typeof inMemoryServices>;

export interface Asked {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly key: string;
  readonly body?: unknown;
  readonly idempotencyKey?: string;
}

export interface ApiResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  // biome-ignore lint/suspicious/noExplicitAny: clients look at resources of every kind
  readonly body: any;
}

const NEVER_FAILS: FaultPlan = () => undefined;

/** What the endpoints of one container are made of. */
export const aroundIn = (services: Services, time: TimeLine, container: Container) =>
  appContext({
    table: tableOver(container.watch(services.dynamo)),
    sealer: kmsSealer(container.watch(services.kms), 'key'),
    clock: services.clock,
    backoff: { pause: (round) => time.after(services.random() * 20 * 2 ** round) },
    randomBytes: seededBytes(services.random),
    baseUrl: BASE_URL,
    appUrl: APP_URL,
    liveUrl: LIVE_URL,
    server: { zone: 'Etc/UTC' },
    allowLocalReceivers: false,
    log: () => undefined,
  });

/** The real endpoints behind a gateway; an answer that never comes is undefined. */
export function api(services: Services, time: TimeLine, plan: FaultPlan) {
  const start = () =>
    warmFunction<Groups>({ worker: 'api', plan, clock: services.clock, make: (one) => groupsIn(services, time, one) });
  const free: ReturnType<typeof start>[] = [];
  return async ({ method, path, key, body, idempotencyKey }: Asked): Promise<ApiResponse | undefined> => {
    const copy = free.pop() ?? start();
    const headers = idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey };
    const ended = await copy((groups) => {
      const group = groups[/^\/(\w+)/.exec(path)?.[1] ?? ''];
      if (!group) throw new Error(`No group answers ${path}.`);
      return sealed(group, method, path, key, body).send(headers);
    });
    free.push(copy);
    return ended && answeredOf(ended.answer);
  };
}

/** For calls without faults: before the story and after it. */
export const undisturbed = (services: Services, time: TimeLine) => ({
  context: aroundIn(services, time, new Container('api', NEVER_FAILS, services.clock)),
  call: api(services, time, NEVER_FAILS),
});

type Groups = Readonly<Record<string, Handler>>;

function groupsIn(services: Services, time: TimeLine, container: Container): Groups {
  const context = { ...aroundIn(services, time, container), files: inMemoryFiles() };
  const outwards = { lookUp: async () => ['93.184.216.34'], sender: acceptingSender };
  return {
    calendar_events: calendarEvents(context),
    meetings: meetings(context),
    members: members(context),
    webhook_endpoints: webhookEndpoints({ ...context, ...outwards }),
    webhook_events: webhookEvents(context),
  };
}

const answeredOf = ({
  statusCode = 0,
  headers = {},
  body = '',
}: Awaited<ReturnType<ReturnType<typeof sealed>['send']>>) => ({
  status: statusCode,
  headers,
  body: body === '' ? undefined : JSON.parse(body),
});

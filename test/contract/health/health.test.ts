import { GetItemCommand } from '@aws-sdk/client-dynamodb';
import { DescribeEventBusCommand } from '@aws-sdk/client-eventbridge';
import { healthPage } from '#functions/pages/health/health-page';
import { awsProbes } from '#shared/api/health/aws-probes';
import { CACHE_MS, checkHealth } from '#shared/api/health/check-health';
import { PARTS, type Part } from '#shared/api/health/ports';
import type { PageEntry } from '#shared/api/page-kit/page-kit';
import { kmsSealer } from '#shared/foundation/platform/kms-sealer';
import { inMemoryKms } from '#test/doubles/aws/kms';
import { aClock } from '#test/support/api';
import { OUTAGES } from '#test/support/aws-outage';
import { aGatewayEvent } from '#test/support/gateway-event';
import { describe, expect, it } from '#test/support/jest';

type Behaviour = 'fails' | 'hangs';

/** The endpoint over parts that can fail; `asked` counts the requests to each. */
function aHealthPage(broken: Partial<Record<Part, Behaviour>> = {}) {
  const clock = aClock();
  const asked: Record<Part, number> = { table: 0, bus: 0, keys: 0 };
  const log: PageEntry[] = [];
  const failures: string[] = [];
  const probe = (part: Part) => async () => {
    asked[part] += 1;
    if (broken[part] === 'fails') throw OUTAGES['a missing right']();
    if (broken[part] === 'hangs') await new Promise(() => undefined);
  };
  const page = healthPage({
    check: checkHealth({
      probes: { table: probe('table'), bus: probe('bus'), keys: probe('keys') },
      clock,
      pause: () => new Promise((resolve) => setImmediate(resolve)),
      reportFailure: (part, error) => failures.push(`${part} ${(error as Error).name}`),
    }),
    version: '1.2.3',
    clock,
    proxies: 0,
    log: (entry) => log.push(entry),
  });
  const get = (path = '/health', method = 'GET') => page(aGatewayEvent({ method, path }));
  return { get, clock, asked, log, failures };
}

describe('GET /health', () => {
  it('200: every part answers, without a key', async () => {
    const { get } = aHealthPage();

    const { statusCode, headers, body } = await get();

    expect([statusCode, JSON.parse(body ?? '')]).toEqual([
      200,
      {
        status: 'ok',
        version: '1.2.3',
        checked_at: '2026-11-02T12:00:00.000Z',
        parts: { table: 'ok', bus: 'ok', keys: 'ok' },
      },
    ]);
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-request-id': 'request' });
  });

  it.each(PARTS)('503 with Retry-After: %s fails, whose error is in the log alone', async (part) => {
    const { get, failures } = aHealthPage({ [part]: 'fails' });

    const { statusCode, headers, body } = await get();

    expect([statusCode, headers?.['retry-after']]).toEqual([503, '10']);
    expect(JSON.parse(body ?? '')).toMatchObject({ status: 'unavailable', parts: { [part]: 'unavailable' } });
    expect(body).not.toMatch(/AccessDenied|Made by the test/);
    expect(failures).toEqual([`${part} AccessDeniedException`]);
  });

  it('503: a part that does not answer in time', async () => {
    const { get, failures } = aHealthPage({ bus: 'hangs' });

    const { statusCode, body } = await get();

    expect([statusCode, JSON.parse(body ?? '').parts]).toEqual([503, { table: 'ok', bus: 'unavailable', keys: 'ok' }]);
    expect(failures).toEqual(['bus ProbeTimedOut']);
  });

  it('asks each part once in ten seconds, also for requests at the same time', async () => {
    const { get, clock, asked } = aHealthPage();

    await Promise.all([get(), get()]);
    clock.advance(CACHE_MS - 1);
    await get();
    expect(asked).toEqual({ table: 1, bus: 1, keys: 1 });

    clock.advance(1);
    await get();
    expect(asked).toEqual({ table: 2, bus: 2, keys: 2 });
  });

  it('answers HEAD without a body, 405 to other methods and 404 below it, and asks nothing for these', async () => {
    const { get, asked } = aHealthPage();

    const [post, below] = [await get('/health', 'POST'), await get('/health/table')];
    expect([post.statusCode, post.headers?.['allow'], below.statusCode]).toEqual([405, 'GET, HEAD', 404]);
    expect(asked.table).toBe(0);
    const head = await get('/health', 'HEAD');
    expect([head.statusCode, head.body]).toEqual([200, undefined]);
  });

  it('writes the log line of a page, with the hash of the address', async () => {
    const { get, log } = aHealthPage();

    await get();

    expect(log).toEqual([
      {
        message: 'request',
        requestId: 'request',
        operation: 'GET /health',
        status: 200,
        userId: undefined,
        addressHash: expect.stringMatching(/^[\w-]{22}$/),
        durationMs: 0,
      },
    ]);
  });
});

describe('the probes of AWS', () => {
  it('read a key without a row, describe the bus and seal a word', async () => {
    const sent: object[] = [];
    const client = { send: async (command: object) => sent.push(command) } as never;
    const sealed: object[] = [];
    const sealer = kmsSealer(inMemoryKms(), 'key');
    const probes = awsProbes({
      table: { client, name: 'main' },
      bus: { client, name: 'bus' },
      sealer: {
        seal: (text, context) => {
          sealed.push(context);
          return sealer.seal(text, context);
        },
      },
    });

    for (const part of PARTS) await probes[part]();

    expect(sent.map((command) => command.constructor)).toEqual([GetItemCommand, DescribeEventBusCommand]);
    expect(sealed).toEqual([{ workspace: 'none', resource: 'health' }]);
  });
});

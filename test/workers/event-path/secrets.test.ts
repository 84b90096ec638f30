import { HOUR_MS, later, MINUTE_MS } from '#shared/foundation/core/time';
import { anEventPath } from '#test/support/event-path';
import { aReceiver, believes } from '#test/support/event-path/receiver';
import { describe, expect, it } from '#test/support/jest';
import { stateOfRow } from '#test/support/stored-state';

const OLDER = `whsec_${Buffer.alloc(32, 1).toString('base64')}`;
const NEWER = `whsec_${Buffer.alloc(32, 2).toString('base64')}`;
/** The only content that a message may have. */
const IDS = ['id', 'type', 'subject', 'deliveryId', 'attempt', 'manual', 'token'];

describe('during the rotation of a secret', () => {
  const scene = async (answers: readonly number[] = [204]) => {
    const path = anEventPath();
    const { receiver } = await path.anEndpoint({
      receiver: aReceiver({ answers }),
      secrets: [
        { secret: NEWER, until: null },
        { secret: OLDER, until: later(path.clock.now(), 10 * MINUTE_MS) },
      ],
    });
    await path.happens();
    await path.untilQuiet();
    return receiver.received;
  };

  it('a receiver with either secret verifies the request', async () => {
    const [received] = await scene();

    expect(received && believes(OLDER, received)).toEqual({ ours: 'genuine', plain: true, standard: true });
    // The plain header holds one signature, the older secret's; the newer one's has a header of its own.
    expect(received && believes(NEWER, received)).toEqual({ ours: 'genuine', plain: false, standard: true });
    expect(received?.headers).toHaveProperty('x-webhook-signature-next');
    expect(received?.headers['x-service-signature']?.match(/v1=/g)).toHaveLength(2);
  });

  it('the older secret stops signing at its end', async () => {
    const received = await scene([500, 500, 500, 500, 500, 500, 204]);

    const last = received.at(-1);
    expect(last && believes(NEWER, last)).toEqual({ ours: 'genuine', plain: true, standard: true });
    expect(last?.headers).not.toHaveProperty('x-webhook-signature-next');
    expect(last && believes(OLDER, last)).toEqual({ ours: 'not_ours', plain: false, standard: false });
  });
});

describe('a secret that was encrypted for another endpoint', () => {
  it('does not decrypt, and nothing is sent', async () => {
    const path = anEventPath();
    const theirs = await path.anEndpoint({ secrets: [{ secret: OLDER, until: null }] });
    const mine = await path.anEndpoint({ secrets: [{ secret: NEWER, until: null }] });
    const sealedIn = ({ id }: { readonly id: string }) =>
      stateOfRow(path.dynamo.items().find(({ pk }) => pk?.S === id)).sealedSecrets;

    await path.change(theirs.id, { sealedSecrets: sealedIn(mine) });
    await path.happens();
    await path.untilQuiet({ until: later(path.clock.now(), HOUR_MS) });

    expect(theirs.receiver.received).toEqual([]);
    expect(mine.receiver.received).toHaveLength(1);
  });
});

describe('a secret chosen by the partner', () => {
  it('signs our two headers, and no Standard Webhooks header, which could not be verified', async () => {
    const path = anEventPath();
    const secret = 'a-secret-of-my-own-choosing';
    const { receiver } = await path.anEndpoint({ secrets: [{ secret, until: null }] });
    await path.happens();

    await path.untilQuiet();

    expect(Object.keys(receiver.received[0]?.headers ?? {})).toEqual([
      'x-service-event',
      'x-service-signature',
      'x-webhook-signature',
    ]);
  });
});

describe('headers of the owner', () => {
  const headers = { authorization: 'Bearer linnet-token-0123' };

  it('are sent with every attempt', async () => {
    const path = anEventPath();
    const { receiver } = await path.anEndpoint({ headers, receiver: aReceiver({ answers: [500, 204] }) });
    await path.happens();

    await path.untilQuiet();

    expect(receiver.received).toMatchObject([{ headers }, { headers }]);
  });

  it('that were encrypted for another endpoint do not decrypt, and nothing is sent', async () => {
    const path = anEventPath();
    const mine = await path.anEndpoint({ headers });
    const theirs = await path.anEndpoint();
    await path.change(theirs.id, { headers: (await path.endpoint(mine.id)).headers });

    await path.happens();
    await path.untilQuiet({ until: later(path.clock.now(), HOUR_MS) });

    expect([mine, theirs].map(({ receiver }) => receiver.received.length)).toEqual([1, 0]);
  });
});

describe('logs, events and messages of the functions', () => {
  it('contain no secret, no address, no person and no part of a body', async () => {
    const path = anEventPath();
    const sent: string[] = [];
    const { receiver } = await path.anEndpoint({
      receiver: aReceiver({ answers: [500, 204] }),
      secrets: [{ secret: NEWER, until: null }],
      headers: { authorization: 'Bearer linnet-token-0123' },
    });
    await path.put('first', JSON.stringify({ deliveryId: NEWER, meeting_url: 'https://zoom.us/j/1?pwd=secret' }));
    await path.put('fanout', `{"detail": "${NEWER}`);
    await path.happens();

    await path.untilQuiet();

    const written = JSON.stringify(path.lines);
    expect(path.lines.length).toBeGreaterThan(20);
    for (const { headers } of receiver.received)
      sent.push(headers['x-service-signature'] ?? '', headers['webhook-signature'] ?? '');
    for (const confidential of [
      NEWER,
      'whsec_',
      'linnet-token',
      receiver.url,
      'partner-',
      'ada@acme.test',
      'pwd=',
      ...sent,
    ])
      expect(written).not.toContain(confidential);
  });

  it('contain neither ids of people nor content on the bus and in queues', async () => {
    const path = anEventPath();
    await path.anEndpoint();
    await path.happens();

    await path.untilQuiet();

    expect(path.bus.events.map(({ detail }) => Object.keys(detail as object))).toEqual([['id', 'type']]);
    expect(path.sent.map((body) => Object.keys(JSON.parse(body)))).toEqual([['deliveryId', 'attempt']]);
  });
});

describe('the dead letters', () => {
  it.each([
    ['events', 'fanout', (operation: string) => operation === 'BatchGetItem'],
    ['first attempts, and retries', 'first', (operation: string) => operation === 'Decrypt'],
    ['redeliveries', 'retry', (operation: string) => operation === 'Decrypt'],
  ] as const)('are ids alone: %s', async (_what, queue, fails) => {
    let isBroken = queue !== 'retry';
    const path = anEventPath({
      faults: ({ operation }) => (isBroken && fails(operation) ? { kind: 'throw', when: 'before' } : undefined),
    });
    const { receiver } = await path.anEndpoint({ secrets: [{ secret: NEWER, until: null }] });
    await path.happens();
    await path.untilQuiet({ until: later(path.clock.now(), HOUR_MS) });
    isBroken = true;
    path.clock.advance(HOUR_MS);
    for (const { id } of await path.all()) await path.asksFor(id);
    await path.untilQuiet({ until: later(path.clock.now(), HOUR_MS) });

    const letters = path.sqs.messages(`${queue}-dead-letters`).map(({ body }) => body);

    expect(letters.length).toBeGreaterThan(0);
    for (const letter of letters) {
      const { detail = JSON.parse(letter) } = JSON.parse(letter);
      const fields = Object.keys(detail);
      expect(fields.filter((name) => !IDS.includes(name))).toEqual([]);
      for (const confidential of ['whsec_', receiver.url, 'ada@acme.test']) expect(letter).not.toContain(confidential);
    }
  });
});

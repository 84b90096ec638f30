import type { WebhookEndpointId, WorkspaceId } from '#shared/foundation/core/ids';
import { outboxRows } from '#shared/foundation/events/outbox';
import { anEventPath, type EventPath } from '#test/support/event-path';
import { aReceiver } from '#test/support/event-path/receiver';
import { violations } from '#test/support/event-path/violations';
import { describe, expect, it } from '#test/support/jest';

const ELSEWHERE = 'wks_01h455vb4pex5vsknk084sn02q' as WorkspaceId;

const resourceIn = (body: string | undefined) => JSON.parse(body ?? '{}').data?.object;

describe('one event for three endpoints at two versions', () => {
  it('reaches each endpoint at its own version, under an id of its own', async () => {
    const path = anEventPath();
    const newest = await path.anEndpoint({ pin: '2026-10-12' });
    const older = await path.anEndpoint({ pin: '2025-11-25' });
    const another = await path.anEndpoint({ pin: '2025-11-25' });
    await path.happens();

    await path.untilQuiet();

    const [one, two, three] = [newest, older, another].map(({ receiver }) => receiver.received);
    expect([one, two, three].map((received) => received?.length)).toEqual([1, 1, 1]);
    expect(resourceIn(one?.[0]?.body)).not.toHaveProperty('method');
    expect(resourceIn(two?.[0]?.body)).toMatchObject({ object: 'calendar_connection', method: 'oauth' });
    expect(resourceIn(three?.[0]?.body)).toEqual(resourceIn(two?.[0]?.body));
    expect(new Set([one, two, three].map((received) => received?.[0]?.id)).size).toBe(3);
    expect(await violations(path, { events: 1, endpoints: [newest, older, another] })).toEqual([]);
  });

  it('sends the stored payload of its version at every attempt', async () => {
    const path = anEventPath();
    const { receiver } = await path.anEndpoint({
      pin: '2025-11-25',
      receiver: aReceiver({ answers: [500, 503, 204] }),
    });
    await path.happens();

    await path.untilQuiet();

    const [delivery] = await path.all();
    const kept = delivery && (await outboxRows(path.table).text(delivery.outboxId, '2025-11-25'));
    expect(receiver.received).toHaveLength(3);
    expect(receiver.received.every(({ body }) => body.endsWith(`"data":{"object":${kept}}}`))).toBe(true);
  });
});

describe('an endpoint that is disabled or deleted', () => {
  it('gets a skipped delivery if it was disabled at the event, and no request', async () => {
    const path = anEventPath();
    const closed = await path.anEndpoint({ enabled: false });
    const open = await path.anEndpoint();
    await path.happens();

    await path.untilQuiet();

    const byEndpoint = new Map((await path.all()).map(({ endpointId, status }) => [endpointId, status]));
    expect([byEndpoint.get(closed.id), byEndpoint.get(open.id)]).toEqual(['skipped', 'delivered']);
    expect(closed.receiver.received).toEqual([]);
  });

  it.each<[string, (path: EventPath, id: WebhookEndpointId) => Promise<void>]>([
    ['disabled', (path, id) => path.change(id, { status: 'disabled' })],
    ['deleted', (path, id) => path.remove(id)],
    ['moved to another workspace', (path, id) => path.change(id, { workspaceId: ELSEWHERE })],
  ])('gets no further request after it was %s between two attempts', async (_how, close) => {
    const path = anEventPath();
    const { id, receiver } = await path.anEndpoint({ receiver: aReceiver({ answers: [500] }) });
    await path.happens();
    await path.atThisMoment();

    await close(path, id);
    await path.untilQuiet();

    expect(receiver.received).toHaveLength(1);
    expect(await path.all()).toMatchObject([{ status: 'skipped', attemptsCount: 1 }]);
    expect(path.due()).toEqual([]);
  });

  it('gets a skipped delivery if it was deleted before the fan-out, and no request', async () => {
    const path = anEventPath();
    const { id, receiver } = await path.anEndpoint();
    await path.happens();

    await path.remove(id);
    await path.untilQuiet();

    expect(receiver.received).toEqual([]);
    expect(await path.all()).toMatchObject([{ status: 'skipped', endpointId: id }]);
  });

  it('gets no event of another workspace, even if an outbox row names it', async () => {
    const path = anEventPath();
    const { id, receiver } = await path.anEndpoint();
    await path.happens();

    await path.change(id, { workspaceId: ELSEWHERE });
    await path.untilQuiet();

    expect(receiver.received).toEqual([]);
    expect(await path.all()).toMatchObject([{ status: 'skipped' }]);
  });

  it('gets retries at its new URL after a change, and the record shows that URL', async () => {
    const path = anEventPath();
    const { id, receiver } = await path.anEndpoint({ receiver: aReceiver({ answers: [500] }) });
    const moved = await path.anEndpoint({ types: [] });
    await path.happens();
    await path.atThisMoment();

    await path.change(id, { url: moved.receiver.url });
    await path.untilQuiet();

    expect([receiver.received.length, moved.receiver.received.length]).toEqual([1, 1]);
    expect(await path.all()).toMatchObject([{ status: 'delivered', url: moved.receiver.url }]);
  });
});

describe('an event without subscribers', () => {
  it('leaves no outbox row', async () => {
    const path = anEventPath();
    await path.anEndpoint({ types: ['meeting.created'] });

    await path.happens();
    await path.untilQuiet();

    expect(path.dynamo.items().filter(({ type }) => type?.S === 'event')).toEqual([]);
    expect(await path.all()).toEqual([]);
    expect(path.bus.events).toEqual([]);
  });
});

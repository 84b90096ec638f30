import { later, MINUTE_MS } from '#shared/foundation/core/time';
import type { DomainEvent } from '#shared/foundation/events/rules/domain-event';
import { snapshotOf } from '#shared/webhooks/delivery/event-snapshot';
import { payloadOf } from '#shared/webhooks/delivery/payload';
import { PUBLIC_EVENTS } from '#shared/webhooks/endpoints/rules/public-events';
import { sampleEvent } from '#shared/webhooks/endpoints/rules/sample-event';
import { anEventPath, type EventPath } from '#test/support/event-path';
import { describe, expect, it } from '#test/support/jest';

const PINS = ['2025-11-25', '2026-10-09', '2026-10-12'] as const;
/** Nested metadata, which only bots accepted, and only before 2026-10-12. */
const NESTED = { crm: { object: 'bot', legacy: { metadata: 1 }, deals: [1, null] }, note: 'x' };
const FLAT = { crm: JSON.stringify(NESTED.crm), note: 'x' };
/** Metadata of a partner that looks like a resource. */
const DECOY = { object: 'calendar_connection', method: 'mine', legacy: 'kept', created_at: '2026-11-02T12:00:00.000Z' };

/** An event with data that version changes could mistake for a resource. */
function anEvent(type: (typeof PUBLIC_EVENTS)[number], { workspaceId, clock }: EventPath): DomainEvent {
  const event = sampleEvent(type, workspaceId, clock.now());
  if ('bot' in event) return { ...event, bot: { ...event.bot, metadata: NESTED } };
  if ('meeting' in event) return { ...event, meeting: { ...event.meeting, metadata: DECOY } };
  return event;
}

/** The differences before 2026-10-12, by the kind of event. */
function olderFieldsOf(event: DomainEvent): object {
  if ('bot' in event) return { metadata: NESTED };
  return 'connection' in event ? { method: 'oauth' } : {};
}

function olderOf(event: DomainEvent, newest: object): object {
  if ('order' in event) return inCamelCaseThroughout(newest);
  if (!('conversation' in event)) return { ...newest, ...olderFieldsOf(event) };
  const { meeting, ...conversation } = inCamelCase(newest) as { readonly meeting: object };
  return { ...conversation, meeting: inCamelCase(meeting) };
}

/** Names in camelCase, and UTC as the offset of a server in UTC. */
const inCamelCase = (shape: object): object =>
  Object.fromEntries(
    Object.entries(shape).map(([name, value]) => [
      name.replace(/_([a-z])/g, (_all, letter: string) => letter.toUpperCase()),
      typeof value === 'string' && /T.*Z$/.test(value) ? value.replace('Z', '+00:00') : value,
    ]),
  );

/** The same, with lists of resources. */
const inCamelCaseThroughout = (shape: object): object =>
  Object.fromEntries(
    Object.entries(inCamelCase(shape)).map(([name, value]) => [
      name,
      Array.isArray(value)
        ? value.map((one) => (typeof one === 'object' ? inCamelCase(one) : one))
        : name === 'usage'
          ? inCamelCase(value)
          : value,
    ]),
  );

/** The newest shape, as this event's resource has it. */
function newestOf(event: DomainEvent, path: EventPath): object {
  const { legacy: _stripped, ...newest } = snapshotOf(event, path.clock.now());
  return newest;
}

describe('a webhook of each type, for endpoints at each pin', () => {
  it.each(PUBLIC_EVENTS)('%s is sent to each endpoint at its own version, and stored so', async (type) => {
    const path = anEventPath();
    const endpoints = [];
    for (const pin of PINS) endpoints.push(await path.anEndpoint({ pin, types: [type] }));
    const event = anEvent(type, path);
    const newest = newestOf(event, path);
    await path.tell(event);

    await path.untilQuiet();

    const older = olderOf(event, newest);
    const bodies = endpoints.map(({ receiver }) => receiver.received.map(({ body }) => JSON.parse(body)));
    expect(bodies.map((all) => all.map((body) => [body.type, body.data.object]))).toEqual([
      [[type, older]],
      [[type, older]],
      [[type, newest]],
    ]);
    if ('bot' in event) expect(bodies[2]?.[0]?.data.object.metadata).toEqual(FLAT);
    const [delivery] = await path.all();
    for (const [at, pin] of PINS.entries()) {
      const kept =
        delivery &&
        (await payloadOf({ table: path.table, server: { zone: 'Etc/UTC' } }, { ...delivery, apiVersion: pin }));
      expect(JSON.parse(kept ?? 'null')).toEqual(bodies[at]?.[0]?.data.object);
    }
  });

  it('an endpoint whose pin moved gets earlier events at the old pin and later events at the new one', async () => {
    const path = anEventPath();
    const { id, receiver } = await path.anEndpoint({ pin: '2026-10-12' });
    await path.tell(anEvent('calendar_connection.connected', path));
    await path.change(id, { pin: '2026-10-09' });
    path.clock.set(later(path.clock.now(), MINUTE_MS));
    await path.tell(anEvent('calendar_connection.error', path));

    await path.untilQuiet();

    const methods = Object.fromEntries(
      receiver.received.map(({ body }) => JSON.parse(body)).map(({ type, data }) => [type, data.object.method]),
    );
    expect(methods).toEqual({ 'calendar_connection.connected': undefined, 'calendar_connection.error': 'oauth' });
  });
});

import { deflated, inflated } from '#shared/foundation/dynamodb/deflated-text';
import type { FilterCondition } from '#shared/webhooks/endpoints/rules/event-filter';
import { anEventPath } from '#test/support/event-path';
import { violations } from '#test/support/event-path/violations';
import { describe, expect, it } from '#test/support/jest';

const TYPE = 'calendar_connection.connected';

const filtered = (...conditions: readonly FilterCondition[]) => ({ options: { filters: { [TYPE]: conditions } } });

const EMAIL = { path: 'account_email', operator: 'equals', value: 'ada@acme.test' } as const;
const OTHER = { path: 'account_email', operator: 'prefix', value: 'ben@' } as const;

describe('an event that an endpoint’s filter leaves out', () => {
  it('has no delivery to that endpoint, and its outbox row is finished', async () => {
    const path = anEventPath();
    const endpoint = await path.anEndpoint(filtered(OTHER));
    await path.happens();

    await path.untilQuiet();

    expect(await path.all()).toEqual([]);
    expect(endpoint.receiver.received).toEqual([]);
    expect(path.due()).toEqual([]);
  });

  it('has one to every other endpoint', async () => {
    const path = anEventPath();
    await path.anEndpoint(filtered(OTHER));
    const wanting = [await path.anEndpoint(filtered(EMAIL)), await path.anEndpoint()];
    await path.happens();

    await path.untilQuiet();

    expect(await violations(path, { events: 1, endpoints: wanting })).toEqual([]);
    expect(wanting.map(({ receiver }) => receiver.received.length)).toEqual([1, 1]);
  });
});

describe('the filter of an endpoint', () => {
  it('is for one event type and lets every other pass', async () => {
    const path = anEventPath();
    const { receiver } = await path.anEndpoint(filtered(OTHER));
    await path.happens('calendar_connection.disconnected');

    await path.untilQuiet();

    expect(receiver.received).toHaveLength(1);
  });

  it('sees the resource at the version of the endpoint', async () => {
    const path = anEventPath();
    // A field that older versions have.
    const condition = { path: 'method', operator: 'equals', value: 'oauth' } as const;
    const newest = await path.anEndpoint(filtered(condition));
    const oldest = await path.anEndpoint({ ...filtered(condition), pin: '2025-11-25' });
    await path.happens();

    await path.untilQuiet();

    expect([newest, oldest].map(({ receiver }) => receiver.received.length)).toEqual([0, 1]);
  });

  it('does not hold back an event that cannot be rendered', async () => {
    const path = anEventPath();
    await path.anEndpoint(filtered(OTHER));
    await path.happens();
    const nested = '['.repeat(50_000) + ']'.repeat(50_000);
    const broken = (text: string) => text.replace('"snapshot":{', `"snapshot":{"deep":${nested},`);
    await path.rewrite((bytes) => deflated(broken(inflated(bytes))));

    await path.atThisMoment();

    expect(await path.all()).toMatchObject([{ status: 'retrying', firstAttempt: { error: 'render_error' } }]);
  });

  it('does not apply to deliveries that were made before it', async () => {
    const path = anEventPath();
    const { id, receiver } = await path.anEndpoint();
    await path.happens();
    await path.untilQuiet();
    const [delivery] = await path.all();
    await path.change(id, { filters: { [TYPE]: [OTHER] } });

    if (delivery) await path.asksFor(delivery.id);
    await path.untilQuiet();

    expect(receiver.received).toHaveLength(2);
  });
});

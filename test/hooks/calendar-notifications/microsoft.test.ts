import fc from 'fast-check';
import { describe, expect, it } from '#test/support/jest';
import { aWatchedCalendar } from './a-watched-calendar.ts';

const told = (watch: { readonly id: string; readonly secret: string }, more: object = {}) => ({
  subscriptionId: watch.id,
  clientState: watch.secret,
  changeType: 'updated',
  resource: 'Users/1/Events/2',
  resourceData: { id: '2' },
  tenantId: '84bd8158-6d4d-4958-8b9f-9d6445542f95',
  ...more,
});

describe('POST /hooks/microsoft', () => {
  it('200: gives the validation token back as plain text', async () => {
    const { hooks } = await aWatchedCalendar('microsoft');
    const query = `validationToken=${encodeURIComponent('Validation: Testing client application reachability, id: 6b/+=')}`;

    expect(await hooks.call('/hooks/microsoft', { query })).toMatchObject({
      statusCode: 200,
      body: 'Validation: Testing client application reachability, id: 6b/+=',
      headers: { 'content-type': 'text/plain; charset=utf-8', 'x-content-type-options': 'nosniff' },
    });
  });

  it.each(['<script>alert(1)</script>', 'a\r\nset-cookie: b', 'x'.repeat(2001), ''])(
    '400: gives nothing back that a page could take for markup, or that is no token: %j',
    async (token) => {
      const { hooks } = await aWatchedCalendar('microsoft');
      const answer = await hooks.call('/hooks/microsoft', { query: `validationToken=${encodeURIComponent(token)}` });
      expect(answer).toMatchObject({ statusCode: 400 });
      expect(answer.body).toBeUndefined();
    },
  );

  it('202: makes the connection due and sends one message for several notifications', async () => {
    const { hooks, watch, isDue, wakeUps } = await aWatchedCalendar('microsoft');

    const answer = await hooks.microsoft(told(watch), told(watch, { changeType: 'created' }), 'rubbish', null, {});

    expect(answer).toMatchObject({ statusCode: 202 });
    expect(await isDue()).toBe(true);
    expect(wakeUps()).toBe(1);
  });

  it('202: reads what came in base64', async () => {
    const { hooks, watch, isDue } = await aWatchedCalendar('microsoft');
    const body = Buffer.from(JSON.stringify({ value: [told(watch)] })).toString('base64');

    await hooks.call('/hooks/microsoft', { body, isBase64Encoded: true });

    expect(await isDue()).toBe(true);
  });

  it('202: ignores a notification without the right client state', async () => {
    const { hooks, watch, isDue } = await aWatchedCalendar('microsoft');

    expect(await hooks.microsoft(told(watch, { clientState: 'wrong' }))).toMatchObject({ statusCode: 202 });
    expect(await hooks.microsoft(told(watch, { clientState: undefined }))).toMatchObject({ statusCode: 202 });

    expect(await isDue()).toBe(false);
  });

  it('202: renews a subscription that requires it, in the next sync run', async () => {
    const { hooks, watch, calendar, runSync } = await aWatchedCalendar('microsoft');
    await hooks.microsoft(told(watch, { lifecycleEvent: 'reauthorizationRequired', changeType: undefined }));

    await runSync();

    expect(calendar.calls).toContain('renewWatch');
  });

  it('202: makes another subscription where one was removed', async () => {
    const { hooks, watch, runSync, sync, isDue } = await aWatchedCalendar('microsoft');
    await hooks.microsoft(told(watch, { lifecycleEvent: 'subscriptionRemoved' }));
    expect(await isDue()).toBe(true);
    expect((await sync()).watch).toBeNull();

    await runSync();

    expect((await sync()).watch?.id).not.toBe(watch.id);
  });

  it('202: looks at the calendar where notifications were missed', async () => {
    const { hooks, watch, isDue } = await aWatchedCalendar('microsoft');
    await hooks.microsoft(told(watch, { lifecycleEvent: 'missed' }));
    expect(await isDue()).toBe(true);
  });

  it('202: bears whatever is sent, and changes nothing for it', async () => {
    const { hooks, world } = await aWatchedCalendar('microsoft');
    const before = world.dynamo.items();

    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.string(),
          fc.json(),
          fc.json().map((value) => `{"value":[${value}]}`),
        ),
        async (body) => {
          expect(await hooks.call('/hooks/microsoft', { body })).toMatchObject({ statusCode: 202 });
        },
      ),
      { numRuns: 300 },
    );
    expect(await hooks.call('/hooks/microsoft', { body: `{"value":[${'"x",'.repeat(400_000)}1]}` })).toMatchObject({
      statusCode: 202,
    });
    expect(world.dynamo.items()).toEqual(before);
  });
});

import { anOccurrence } from '#test/support/fake-calendar';
import { describe, expect, it } from '#test/support/jest';
import { aWatchedCalendar } from './a-watched-calendar.ts';

describe('POST /hooks/google', () => {
  it('200: makes the connection due and sends a message', async () => {
    const { hooks, watch, isDue, wakeUps, calendar, runSync, titles } = await aWatchedCalendar('google');
    calendar.put(anOccurrence('new'));

    expect(await hooks.google(watch.id, watch.secret)).toMatchObject({ statusCode: 200 });

    expect(await isDue()).toBe(true);
    expect(wakeUps()).toBe(1);
    await runSync();
    expect(await titles()).toEqual(['About new']);
  });

  it('200: changes nothing the second time, also at once', async () => {
    const { hooks, watch, wakeUps, world } = await aWatchedCalendar('google');
    await Promise.all(Array.from({ length: 5 }, () => hooks.google(watch.id, watch.secret)));
    const before = world.dynamo.items();

    await hooks.google(watch.id, watch.secret);

    expect(world.dynamo.items()).toEqual(before);
    expect(wakeUps()).toBe(1);
  });

  it.each([
    ['an unknown channel', { channel: 'b5b2c4a0-5a9b-4d43-b0a1-7f6ac9ee2222' }],
    ['a wrong token', { secret: 'wrong' }],
    ['no token', { secret: '' }],
    ['a token as long as a book', { secret: 'x'.repeat(100_000) }],
    ['the word that a channel was made', { state: 'sync' }],
  ])('200: does nothing about %s, and answers alike', async (_name, given) => {
    const { hooks, watch, isDue, wakeUps } = await aWatchedCalendar('google');
    const { channel, secret, state } = { channel: watch.id, secret: watch.secret, state: 'exists', ...given };

    const answer = await hooks.google(channel, secret, state);

    expect(answer).toEqual(await hooks.google('unknown', 'nothing'));
    expect(answer).toMatchObject({ statusCode: 200 });
    expect(await isDue()).toBe(false);
    expect(wakeUps()).toBe(0);
  });

  it('200: does nothing for a watch that was renewed since, or whose connection is in error', async () => {
    const { hooks, watch, calendar, runSync, wakeUps, sync } = await aWatchedCalendar('google');
    calendar.grant.isRevoked = true;
    await runSync();

    await hooks.google(watch.id, watch.secret);

    expect(wakeUps()).toBe(0);
    expect((await sync()).dueAt).toBeNull();
  });

  it('405 and 404 for what no provider sends', async () => {
    const { hooks } = await aWatchedCalendar('google');
    expect(await hooks.call('/hooks/google', { method: 'GET' })).toMatchObject({ statusCode: 405 });
    expect(await hooks.call('/hooks')).toMatchObject({ statusCode: 404 });
    expect(await hooks.call('/hooks/google/more')).toMatchObject({ statusCode: 404 });
  });

  it('200: keeps no secret in its log, and none of what was sent', async () => {
    const { hooks, watch } = await aWatchedCalendar('google');
    await hooks.google(watch.id, watch.secret);
    await hooks.google('canary-channel', 'canary-token');

    expect(hooks.log).toEqual([
      { hook: 'google', notifications: 1, heeded: 1 },
      { hook: 'google', notifications: 1, heeded: 0 },
    ]);
  });
});

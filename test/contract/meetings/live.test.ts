import { ALL_ROLES } from '#shared/foundation/core/roles';
import { later, MINUTE_MS } from '#shared/foundation/core/time';
import { livePlaces } from '#shared/meetings/live-transcripts/places-store';
import { getLiveTranscriptContract as contract } from '#shared/meetings/meetings/contract';
import { LIVE_URL } from '#test/support/api';
import { botWorkers } from '#test/support/bot-workers';
import { expectError, expectSuccess } from '#test/support/expect-response';
import { describe, expect, it } from '#test/support/jest';
import { aMeetingWorld, at, HOUR } from './meeting-world.ts';

/** A meeting whose bot is on its way into the call. */
async function aLiveMeeting() {
  const context = await aMeetingWorld();
  const bot = await context.aBot({ meeting_url: 'https://meet.google.com/xyz-good-xyz' });
  const workers = botWorkers(context.world);
  await workers.work(bot.id);
  const live = (query = '', { key = context.owner.key, id = bot.meeting_id } = {}) =>
    context.call('GET', `/meetings/${id}/live${query}`, { key });
  return { ...context, bot, workers, live };
}

const TICKET = /^live_[\w-]{43}$/;

describe('GET /meetings/{id}/live', () => {
  it('200: an address with a ticket for a minute, another one each time', async () => {
    const { live, bot } = await aLiveMeeting();

    const first = expectSuccess(contract, await live(), 200);
    const second = expectSuccess(contract, await live(), 200);

    expect(first).toEqual({
      object: 'live_transcript',
      meeting_id: bot.meeting_id,
      url: expect.stringMatching(/^wss:/),
      expires_at: at(MINUTE_MS),
    });
    const url = new URL(first.url);
    expect(`${url.origin}${url.pathname}`).toBe(LIVE_URL);
    expect(url.searchParams.get('ticket')).toMatch(TICKET);
    expect(second.url).not.toBe(first.url);
  });

  it('200: the address says which segment was received last', async () => {
    const { live } = await aLiveMeeting();

    const { url } = expectSuccess(contract, await live('?after=1764268800123'), 200);

    expect(new URL(url).searchParams.get('after')).toBe('1764268800123');
  });

  it.each(ALL_ROLES)('200: every role, as it may read the meeting: %s', async (role) => {
    const { live, world, owner } = await aLiveMeeting();
    const { key } = role === 'owner' ? owner : await world.aColleague(owner.workspaceId, role);

    expectSuccess(contract, await live('', { key }), 200);
  });

  it('404: the live meeting of another workspace, as one that does not exist', async () => {
    const { live, world } = await aLiveMeeting();
    const { key } = await world.anOwner('Other');

    expect(expectError(contract, await live('', { key }), 404)).toEqual(['not_found']);
  });

  it.each(['x', '-1', '1.5', '9'.repeat(16)])('400: after=%s', async (after) => {
    const { live } = await aLiveMeeting();

    expect(expectError(contract, await live(`?after=${after}`), 400)).toEqual(['bad_request after']);
  });

  it('404: a meeting that does not exist', async () => {
    const { live, world } = await aLiveMeeting();

    expect(expectError(contract, await live('', { id: world.context.ids.make('mtg') }), 404)).toEqual(['not_found']);
  });

  it('409: a meeting without a bot, and one whose bot has left', async () => {
    const { live, aMeeting, workers, bot } = await aLiveMeeting();
    const without = await aMeeting(HOUR);
    await workers.untilQuiet(bot.id);

    expect(expectError(contract, await live('', { id: without }), 409)).toEqual(['conflict']);
    expect(expectError(contract, await live(), 409)).toEqual(['conflict']);
  });

  it('409: a meeting whose bot has not begun to join says that it is not live yet', async () => {
    const { live, aBot } = await aLiveMeeting();
    const queued = await aBot({ meeting_url: 'https://meet.google.com/liv-good-two' });

    const refused = await live('', { id: queued.meeting_id });

    expect(expectError(contract, refused, 409)).toEqual(['conflict']);
    expect(refused.body.errors[0].message).toContain('not live yet');
  });

  it('429: the 121st ticket of a user in a minute', async () => {
    const { live, world, owner } = await aLiveMeeting();
    const { limitCounter, useOf } = world.context;
    await limitCounter.take(useOf('live_tickets', owner.userId, world.clock.now(), 119));
    expectSuccess(contract, await live(), 200);

    expect(expectError(contract, await live(), 429)).toEqual(['rate_limited']);
  });

  it('429: the eleventh connection of a user to a meeting, unused tickets included, until one ends', async () => {
    const { live, world } = await aLiveMeeting();
    const answers = await Promise.all(Array.from({ length: 10 }, () => live()));
    for (const answer of answers) expectSuccess(contract, answer, 200);

    const refused = await live();
    expect(expectError(contract, refused, 429)).toEqual(['rate_limited']);
    expect(Number(refused.headers['retry-after'])).toBe(60);
    world.clock.advance(60_000);

    expectSuccess(contract, await live(), 200);
  });

  it('429: the 501st connection to a meeting, of however many users', async () => {
    const { live, world, owner, bot } = await aLiveMeeting();
    const { table, ids, clock } = world.context;
    const aPlace = (nth: number) => ({ id: String(nth), userId: ids.make('usr'), meetingId: bot.meeting_id });
    for (let nth = 0; nth < 499; nth += 1) await livePlaces.keep(table, aPlace(nth), later(clock.now(), MINUTE_MS));
    expectSuccess(contract, await live(), 200);

    const { key } = await world.aColleague(owner.workspaceId, 'guest');
    expect(expectError(contract, await live('', { key }), 429)).toEqual(['rate_limited']);
  });

  it('429: the 201st connection of a user, to however many meetings', async () => {
    const { live, world, workers, aBot } = await aLiveMeeting();
    const ticketsFor = async (code: string, count: number) => {
      const bot = await aBot({ meeting_url: `https://meet.google.com/abc-good-${code}` });
      await workers.work(bot.id);
      return Promise.all(Array.from({ length: count }, () => live('', { id: bot.meeting_id })));
    };
    const ten = async (...codes: readonly string[]) => {
      for (const code of codes) for (const answer of await ticketsFor(code, 10)) expectSuccess(contract, answer, 200);
    };
    world.clock.advance(50_000);
    await ten(...[...'abcdefghijkl'].map((letter) => `xx${letter}`));
    // Another minute for the limit of tickets, of which none has ended.
    world.clock.advance(15_000);
    await ten(...[...'abcdefgh'].map((letter) => `yy${letter}`));

    for (const answer of await ticketsFor('zzz', 1))
      expect(expectError(contract, answer, 429)).toEqual(['rate_limited']);
  });
});

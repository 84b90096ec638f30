import { workspaces } from '#shared/accounts/workspaces/store';
import { DAY_MS, later } from '#shared/foundation/core/time';
import { getUsageContract as contract } from '#shared/lifecycle/usage/contract';
import { noon } from '#test/support/api';
import { expectError, expectSuccess } from '#test/support/expect-response';
import { describe, expect, it } from '#test/support/jest';
import { aUsageWorld } from './a-usage-world.ts';

describe('GET /usage', () => {
  it('200: by day, the bots, recordings and transcripts of each', async () => {
    const { aRecordedBot, world, housekeeping, read } = await aUsageWorld();
    await aRecordedBot(90);
    world.clock.set(later(noon, DAY_MS));
    await aRecordedBot(61);
    await aRecordedBot(30);
    await housekeeping.runOnce();

    const { data, ...head } = expectSuccess(contract, await read(), 200);

    expect(head).toMatchObject({ object: 'usage', from: '2026-11-01', to: '2026-11-03', by: 'day' });
    const counted = data.filter(({ kind }: { readonly kind: string }) => kind !== 'stored_gigabytes');
    expect(counted).toEqual([
      { day: '2026-11-02', member_id: null, kind: 'bots_sent', quantity: 1 },
      { day: '2026-11-02', member_id: null, kind: 'recorded_minutes', quantity: 1.5 },
      { day: '2026-11-02', member_id: null, kind: 'transcribed_minutes', quantity: 1.5 },
      { day: '2026-11-02', member_id: null, kind: 'summarized_characters', quantity: 4_000 },
      { day: '2026-11-03', member_id: null, kind: 'bots_sent', quantity: 2 },
      { day: '2026-11-03', member_id: null, kind: 'recorded_minutes', quantity: 1.52 },
      { day: '2026-11-03', member_id: null, kind: 'transcribed_minutes', quantity: 1.52 },
      { day: '2026-11-03', member_id: null, kind: 'summarized_characters', quantity: 8_000 },
    ]);
  });

  it('200: by kind, each kind, also those without use, of the days asked for alone', async () => {
    const { aRecordedBot, world, housekeeping, totals } = await aUsageWorld();
    expect(await totals()).toEqual({
      bots_sent: 0,
      recorded_minutes: 0,
      transcribed_minutes: 0,
      translated_minutes: 0,
      exports: 0,
      translated_characters: 0,
      summarized_characters: 0,
      recognized_seconds: 0,
      webhooks_delivered: 0,
      stored_gigabytes: 0,
    });
    await aRecordedBot(60);
    world.clock.set(later(noon, 40 * DAY_MS));
    await aRecordedBot(120);
    await housekeeping.runOnce();

    expect(await totals()).toMatchObject({ bots_sent: 1, recorded_minutes: 2 });
    expect(await totals('&from=2026-11-01')).toMatchObject({ bots_sent: 2, recorded_minutes: 3 });
    expect(await totals('&from=2026-11-02&to=2026-11-02')).toMatchObject({ bots_sent: 1, recorded_minutes: 1 });
    expect(await totals('&from=2026-11-03&to=2026-12-11')).toMatchObject({ bots_sent: 0, recorded_minutes: 0 });
  });

  it('200: by member, those with use and what is of no member', async () => {
    const { aRecordedBot, housekeeping, read, push } = await aUsageWorld();
    const { member_id } = (await push({ meeting_url: null })).body;
    await aRecordedBot(60, { member_id });
    await aRecordedBot(30);
    await housekeeping.runOnce();

    const { data } = expectSuccess(contract, await read('&by=member'), 200);

    expect(data.filter(({ kind }: { readonly kind: string }) => kind === 'recorded_minutes')).toEqual([
      { day: null, member_id, kind: 'recorded_minutes', quantity: 1 },
      { day: null, member_id: null, kind: 'recorded_minutes', quantity: 0.5 },
    ]);
  });

  it('200: a bot that was sent and has not recorded yet', async () => {
    const { send, workers, housekeeping, totals } = await aUsageWorld();
    const { id } = (await send()).body;
    await workers.work(id);
    await housekeeping.runOnce();

    expect(await totals()).toEqual({
      bots_sent: 1,
      recorded_minutes: 0,
      transcribed_minutes: 0,
      translated_minutes: 0,
      exports: 0,
      translated_characters: 0,
      summarized_characters: 0,
      recognized_seconds: 0,
      webhooks_delivered: 0,
      stored_gigabytes: 0,
    });
  });

  it('200: counts where no endpoint subscribes to an event', async () => {
    const { aRecordedBot, housekeeping, totals, world, owner } = await aUsageWorld();
    const before = await workspaces.find(world.context.table, owner.workspaceId);
    if (!before) throw new Error('The workspace does not exist.');
    const writes = [workspaces.put(before, { ...before.state, endpoints: [] })];
    await world.context.changes.save({ at: noon, writes });
    await aRecordedBot(60);
    await housekeeping.runOnce();

    expect(await totals()).toMatchObject({ bots_sent: 1, recorded_minutes: 1, transcribed_minutes: 1 });
  });

  it.each([
    ['&from=yesterday', 'from'],
    ['&to=2026-02-30', 'to'],
    ['&from=2026-11-02&to=2026-11-01', 'to'],
    ['&from=2025-11-01&to=2026-11-02', 'to'],
    ['&from=2025-11-01', 'from'],
    ['&by=week', 'by'],
  ])('400 for %s', async (query, field) => {
    const { read } = await aUsageWorld();
    expect(expectError(contract, await read(query), 400)).toEqual([`bad_request ${field}`]);
  });

  it('403 for a member', async () => {
    const { read, world, owner } = await aUsageWorld();
    const { key } = await world.aColleague(owner.workspaceId, 'member');
    expect(expectError(contract, await read('', key), 403)).toEqual(['workspace_access_not_allowed']);
  });
});

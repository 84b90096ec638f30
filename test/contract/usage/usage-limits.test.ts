import { bots } from '#functions/api/bots/index';
import { countUsage } from '#shared/accounts/usage/commands/count-usage';
import { COUNTED_KINDS, type CountedKind, inUnit, type UsageFact } from '#shared/accounts/usage/rules/usage';
import { sendBotContract } from '#shared/capture/bots/contract';
import { DAY_MS, type Instant, later, MINUTE_MS } from '#shared/foundation/core/time';
import { setUsageLimits } from '#shared/lifecycle/usage/commands/set-usage-limits';
import { getUsageContract } from '#shared/lifecycle/usage/contract';
import { callsTo, noon } from '#test/support/api';
import { minutes } from '#test/support/bot-story';
import { expectError, expectSuccess } from '#test/support/expect-response';
import { describe, expect, it } from '#test/support/jest';
import { settingsPropagationWorker } from '#test/support/settings-propagation-worker';
import { aUsageWorld } from './a-usage-world.ts';

/** The same world, whose workspace records by default and may record this many minutes a month. */
async function aLimitedWorld(recordedMinutes: number) {
  const made = await aUsageWorld();
  const { world, owner, createSettings, housekeeping } = made;
  const callBots = callsTo(bots(world.context));
  const limit = (most: number | null) => setUsageLimits(world.context)(owner.workspaceId, { recorded_minutes: most });
  await createSettings({ recording: { enabled: true } });
  await limit(recordedMinutes);
  const thresholds = () =>
    world.dynamo
      .items()
      .filter(({ sk }) => sk?.S === 'EVENT#usage.threshold')
      .map(({ pk }) => String(pk?.S));
  return {
    ...made,
    limit,
    thresholds,
    /** The bots of a meeting. */
    async botsOf(meetingId: string): Promise<readonly { readonly id: string; readonly status: string }[]> {
      const path = `/bots?workspace_id=${owner.workspaceId}&meeting_id=${meetingId}`;
      return (await callBots('GET', path, { key: owner.key })).body.data;
    },
    /** Everything that was used is counted, and meetings follow. */
    async settle() {
      await housekeeping.runOnce();
      await settingsPropagationWorker(world).run();
    },
  };
}

describe('a limit of a workspace', () => {
  it('is shown with what was used, its threshold and its end', async () => {
    const { aRecordedBot, settle, read } = await aLimitedWorld(10);
    await aRecordedBot(8 * 60);
    await settle();

    const { limits } = expectSuccess(getUsageContract, await read(), 200);
    expect(limits.filter(({ kind }: { readonly kind: string }) => kind === 'recorded_minutes')).toEqual([
      {
        ...{ kind: 'recorded_minutes', month: '2026-11', limit: 10, used: 8, threshold: 80 },
        resets_at: '2026-12-01T00:00:00.000Z',
      },
    ]);
  });

  it('is shown with what was used of it, whatever kind it is of', async () => {
    const { world, owner, read } = await aLimitedWorld(10);
    const limits = Object.fromEntries(COUNTED_KINDS.map((kind, nth) => [kind, 100 + nth]));
    await setUsageLimits(world.context)(owner.workspaceId, limits);
    const factOf = (kind: CountedKind, nth: number): UsageFact => ({
      ...{ kind, subject: `${kind} of a test`, day: '2026-11-02', memberId: null },
      amount: inUnit(kind, nth + 1),
    });
    await countUsage(world.context)({ workspaceId: owner.workspaceId, facts: COUNTED_KINDS.map(factOf), files: [] });

    expect(expectSuccess(getUsageContract, await read(), 200).limits).toEqual(
      COUNTED_KINDS.map((kind, nth) => ({
        ...{ kind, month: '2026-11', limit: 100 + nth, used: nth + 1, threshold: null },
        resets_at: '2026-12-01T00:00:00.000Z',
      })),
    );
  });

  it('writes one event at 80 % and one at 100 %, however often the use is counted', async () => {
    const { aRecordedBot, settle, thresholds, limit } = await aLimitedWorld(10);
    await aRecordedBot(7 * 60);
    await settle();
    expect(thresholds()).toHaveLength(0);
    await aRecordedBot(60);
    await settle();
    expect(thresholds()).toHaveLength(1);
    await limit(9);
    await limit(10);
    expect(thresholds()).toHaveLength(1);
    await limit(8);
    expect(thresholds()).toHaveLength(2);
    await limit(100);
    await aRecordedBot(100 * 60);
    await settle();
    expect(thresholds()).toHaveLength(2);
  });

  it('writes the event where two counts at the same time reach a threshold only together', async () => {
    const { world, owner, thresholds } = await aLimitedWorld(10);
    const count = (subject: string) =>
      countUsage(world.context)({
        workspaceId: owner.workspaceId,
        facts: [{ kind: 'recorded_minutes', subject, day: '2026-11-02', memberId: null, amount: 270 }],
        files: [],
      });
    await Promise.all([count('bot_one'), count('bot_two')]);
    expect(thresholds()).toHaveLength(1);
  });

  it('keeps automatic bots from meetings of the month, until it is raised', async () => {
    const { push, meeting, aRecordedBot, settle, limit, botsOf } = await aLimitedWorld(1);
    const { meeting_id: id } = (await push({ starts_at: minutes(3000), ends_at: minutes(3060) })).body;
    const enabled = async () => {
      const { settings } = await meeting(id);
      return [settings.recording.enabled, settings.sources['recording.enabled'].reason ?? 'chosen'];
    };
    const queued = async () => (await botsOf(id)).filter(({ status }) => status === 'queued');
    expect(await enabled()).toEqual([true, 'chosen']);
    expect(await queued()).toHaveLength(1);

    await aRecordedBot(60, { meeting_url: 'https://meet.google.com/xyz-good-xyz' });
    await settle();
    expect(await enabled()).toEqual([false, 'usage_limit']);
    expect(await queued()).toHaveLength(0);
    const other = (await push({ ical_uid: 'other@acme.test', starts_at: minutes(4000), ends_at: minutes(4060) })).body;
    expect((await meeting(other.meeting_id)).settings.recording.enabled).toBe(false);

    await limit(2);
    await settle();
    expect(await enabled()).toEqual([true, 'chosen']);
    expect(await queued()).toHaveLength(1);
  });

  it('leaves meetings of the next month their bots', async () => {
    const { push, meeting, aRecordedBot, settle } = await aLimitedWorld(1);
    await aRecordedBot(60);
    await settle();
    const inDecember = 29 * 24 * 60;
    const { meeting_id: id } = (await push({ starts_at: minutes(inDecember), ends_at: minutes(inDecember + 60) })).body;
    expect((await meeting(id)).settings.recording.enabled).toBe(true);
  });

  it('cancels an automatic bot that is dispatched before its meeting has followed', async () => {
    const { push, aRecordedBot, housekeeping, world, workers, botsOf } = await aLimitedWorld(1);
    const { meeting_id: id } = (await push({ starts_at: minutes(60), ends_at: minutes(120) })).body;
    await aRecordedBot(60, { meeting_url: 'https://meet.google.com/xyz-good-xyz' });
    await housekeeping.runOnce();
    const [bot] = await botsOf(id);
    world.clock.set(later(noon, 58 * MINUTE_MS));
    await workers.work(bot?.id ?? '');
    expect(await botsOf(id)).toMatchObject([{ status: 'cancelled' }]);
  });

  it('refuses POST /bots with 403, and takes it again in the next month', async () => {
    const { aRecordedBot, settle, send, world } = await aLimitedWorld(1);
    await aRecordedBot(90);
    await settle();

    const refused = await send({ allow_multiple_bots: true });
    expect(expectError(sendBotContract, refused, 403)).toEqual(['plan_upgrade_required']);
    expect(refused.body.errors[0].message).toBe(
      'The workspace has used 1.5 of 1 recorded minutes in 2026-11: the limit resets at 2026-12-01T00:00:00.000Z.',
    );
    world.clock.set(later(noon, 29 * DAY_MS) as Instant);
    expectSuccess(sendBotContract, await send({ allow_multiple_bots: true }), 201);
  });
});

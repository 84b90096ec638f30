import { FURTHER_USAGE_LIMITS } from '#shared/accounts/usage/rules/usage-limits';
import type { BotId } from '#shared/foundation/core/ids';
import type { Instant } from '#shared/foundation/core/time';
import { useFactory } from '#shared/foundation/core/uses';
import { setUsageLimits } from '#shared/lifecycle/usage/commands/set-usage-limits';
import { bots } from '#shared/meetings/bots/store';
import { aWorld } from '#test/support/api';
import { aBotStory, minutes } from '#test/support/bot-story';
import { recordingSince } from '#test/support/fake-recorder';
import { housekeepingWorker } from '#test/support/housekeeping-worker';
import { describe, expect, it } from '#test/support/jest';
import { settingsPropagationWorker } from '#test/support/settings-propagation-worker';

const LETTERS = [...'abcd'];
const linkOf = (letter: string) => `https://meet.google.com/aaa-bbbb-cc${letter}`;
/** Minutes until the month after that of noon. */
const NEXT_MONTH = 29 * 24 * 60;
const zoomLink = (nth: number) => `https://zoom.us/j/${1_000_000_000 + nth}`;

/** A workspace with a limit of bots a month, of two unless said otherwise, whose usage is counted when it is asked to. */
async function aLimitedWorkspace(limit = 2) {
  const story = await aBotStory();
  const { world, context, owner } = story;
  await setUsageLimits(context)(owner.workspaceId, { bots_sent: limit });
  story.saysWhenSent(recordingSince(world.clock.now()));
  const count = () => housekeepingWorker({ ...world, context }).untilQuiet();
  return { ...story, count };
}

describe('bots beyond the limit of their workspace', () => {
  it('fail where they were sent by hand for a later time', async () => {
    const { world, workers, send, bot, asked, count } = await aLimitedWorkspace();
    const ids: string[] = [];
    for (const [nth, letter] of LETTERS.entries())
      ids.push((await send({ meeting_url: linkOf(letter), join_at: minutes(60 + nth) })).body.id);

    for (const [nth, id] of ids.entries()) {
      world.clock.set(Date.parse(minutes(60 + nth)) as Instant);
      await workers.work(id);
      await count();
    }

    const seen = await Promise.all(ids.map(bot));
    expect([asked.sent.length, seen.map(({ status }) => status)]).toEqual([
      2,
      ['in_call', 'in_call', 'failed', 'failed'],
    ]);
    expect(seen[3]).toMatchObject({ reason: 'bot_error', reason_message: expect.stringContaining('limit') });
  });

  it('are not planned for meetings that began in the month before', async () => {
    const { createSettings, push, meeting, workers, world, asked, count } = await aLimitedWorkspace();
    await createSettings({ recording: { enabled: true } });
    const wanted: boolean[] = [];
    for (const letter of LETTERS) {
      const event = {
        ical_uid: `${letter}@acme.test`,
        starts_at: '2026-10-31T20:00:00Z',
        ends_at: '2026-11-10T20:00:00Z',
      };
      const { body } = await push({ ...event, meeting_url: linkOf(letter) });
      wanted.push((await meeting(body.meeting_id)).settings.recording.enabled);
      for (const { pk, type } of world.dynamo.items()) if (type?.S === 'bot') await workers.work(String(pk?.S));
      await count();
    }

    expect([asked.sent.length, wanted]).toEqual([2, [true, true, false, false]]);
  });

  it('fail where more than the limit are due at one minute, before any is counted', async () => {
    const { world, workers, send, bot, asked } = await aLimitedWorkspace(20);
    const ids: string[] = [];
    for (let nth = 0; nth < 90; nth += 1)
      ids.push((await send({ meeting_url: zoomLink(nth), join_at: minutes(60) })).body.id);
    world.clock.set(Date.parse(minutes(60)) as Instant);

    const queued = async () => (await Promise.all(ids.map(bot))).filter(({ status }) => status === 'queued');
    // Those that always met others on a row are received again.
    for (let left = await queued(); left.length > 0; left = await queued())
      await Promise.all(left.map(({ id }) => workers.work(id)));

    const seen = await Promise.all(ids.map(bot));
    const failed = seen.filter(({ status }) => status === 'failed');
    expect([asked.sent.length, failed.length]).toEqual([20, 70]);
    expect(failed[0]).toMatchObject({ reason: 'bot_error', reason_message: expect.stringContaining('limit') });
  });

  it('are cancelled where they are automatic and due at one minute, and are not planned again', async () => {
    const { world, workers, createSettings, push, meeting, bot, asked, count } = await aLimitedWorkspace();
    await createSettings({ recording: { enabled: true } });
    const meetings: string[] = [];
    for (let nth = 0; nth < 5; nth += 1)
      meetings.push((await push({ ical_uid: `${nth}@acme.test`, meeting_url: zoomLink(nth) })).body.meeting_id);
    const ids = (await Promise.all(meetings.map(meeting))).map(({ recordings }) => String(recordings[0].id));
    world.clock.set(Date.parse(minutes(57)) as Instant);

    await Promise.all(ids.map((id) => workers.work(id)));

    const statuses = async () => (await Promise.all(ids.map(bot))).map(({ status }) => status).sort();
    expect([asked.sent.length, await statuses()]).toEqual([
      2,
      ['cancelled', 'cancelled', 'cancelled', 'in_call', 'in_call'],
    ]);
    const shown = await Promise.all(meetings.map(meeting));
    expect(shown.filter(({ settings }) => !settings.recording.enabled)).toHaveLength(3);
    await count();
    const after = await Promise.all(meetings.map(meeting));
    expect(after.map(({ recordings }) => recordings.length)).toEqual([1, 1, 1, 1, 1]);
  });

  it('count once where one is dispatched by two messages at once, and not where none is sent', async () => {
    const { workers, send, cancel, asked, bot } = await aLimitedWorkspace();
    const cancelled = (await send({ meeting_url: zoomLink(0), join_at: minutes(60) })).body.id;
    await cancel(cancelled);
    const [one, other] = [(await send()).body.id, (await send({ meeting_url: zoomLink(1) })).body.id];

    await Promise.all([cancelled, one, one, one].map((id) => workers.work(id)));
    await workers.work(other);

    expect([asked.sent.length, (await bot(other)).status]).toEqual([2, 'in_call']);
  });

  it('are sent in the next month, and where the limit is raised', async () => {
    const { world, context, owner, workers, send, asked } = await aLimitedWorkspace(1);
    const ids: string[] = [];
    for (let nth = 0; nth < 4; nth += 1)
      ids.push((await send({ meeting_url: zoomLink(nth), join_at: minutes(nth < 2 ? 60 : NEXT_MONTH) })).body.id);
    world.clock.set(Date.parse(minutes(60)) as Instant);
    await workers.work(ids[0] ?? '');
    await setUsageLimits(context)(owner.workspaceId, { bots_sent: 2 });
    await workers.work(ids[1] ?? '');
    expect(asked.sent).toHaveLength(2);

    world.clock.set(Date.parse(minutes(NEXT_MONTH)) as Instant);
    await Promise.all(ids.slice(2).map((id) => workers.work(id)));

    expect(asked.sent).toHaveLength(4);
  });
});

describe('bots of the further workspaces of one founder', () => {
  /** A founder of workspaces with twenty bots a month each, with a limit of bots of all of them. */
  async function aFounder({ user_sent_bots }: { readonly user_sent_bots: number }) {
    const story = await aBotStory(aWorld({ useOf: useFactory({ user_sent_bots }) }));
    const { world, context, owner, send } = story;
    story.saysWhenSent(recordingSince(world.clock.now()));
    const found = async (name: string) => {
      const { id } = await world.aWorkspaceOf(owner.userId, name);
      await setUsageLimits(context)(id, { bots_sent: FURTHER_USAGE_LIMITS.bots_sent });
      return id;
    };
    const ids = [await found('One'), await found('Two'), await found('Three')];
    let calls = 0;
    const sendIn = (workspace_id: string, body: object = {}) => {
      calls += 1;
      return send({ workspace_id, meeting_url: zoomLink(calls), ...body });
    };
    return { ...story, ids, sendIn };
  }

  it('are sent up to one limit, however many workspaces there are, and refused by its name', async () => {
    const { world, ids, sendIn, workers, asked, bot } = await aFounder({ user_sent_bots: 5 });
    const sent: string[] = [];
    for (const id of [...ids, ...ids, ...ids]) sent.push((await sendIn(id, { join_at: minutes(60) })).body.id);
    world.clock.set(Date.parse(minutes(60)) as Instant);

    for (const id of sent) await workers.work(id);

    const seen = await Promise.all(sent.map(bot));
    expect([asked.sent.length, seen.filter(({ status }) => status === 'failed').length]).toEqual([5, 4]);
    expect(seen.at(-1)).toMatchObject({
      reason: 'bot_error',
      reason_message: expect.stringContaining('The limit of 5 bots'),
    });
    const refused = await sendIn(ids[0] ?? '');
    expect([refused.status, refused.body.errors[0].code]).toEqual([403, 'plan_upgrade_required']);
    expect(refused.body.errors[0].message).toContain('The limit of 5 bots a month of all further workspaces');
    expect((await sendIn(ids[0] ?? '', { join_at: minutes(NEXT_MONTH) })).status).toBe(201);
  });

  it('go no further where all are due at one minute', async () => {
    const { world, ids, sendIn, workers, asked, bot } = await aFounder({ user_sent_bots: 5 });
    const sent: string[] = [];
    for (const id of [...ids, ...ids, ...ids]) sent.push((await sendIn(id, { join_at: minutes(60) })).body.id);
    world.clock.set(Date.parse(minutes(60)) as Instant);

    const queued = async () => (await Promise.all(sent.map(bot))).filter(({ status }) => status === 'queued');
    for (let left = await queued(); left.length > 0; left = await queued())
      await Promise.all(left.map(({ id }) => workers.work(id)));

    expect(asked.sent).toHaveLength(5);
  });

  it('fail where they are automatic as well, and none is planned again for its meeting', async () => {
    const { world, context, ids, createSettings, push, meeting, workers, asked } = await aFounder({
      user_sent_bots: 0,
    });
    const [workspace_id = ''] = ids;
    await createSettings({ workspace_id, scope: [`workspace:${workspace_id}`], recording: { enabled: true } });
    const reach = settingsPropagationWorker({ ...world, context });
    const meetings: string[] = [];
    for (const letter of LETTERS)
      meetings.push((await push({ workspace_id, ical_uid: `${letter}@acme.test` })).body.meeting_id);
    await reach.untilDone();
    world.clock.set(Date.parse(minutes(57)) as Instant);

    for (let round = 0; round < 10; round += 1) {
      const bots = (await Promise.all(meetings.map(meeting))).flatMap(({ recordings }) => recordings);
      for (const { id } of bots) await workers.work(id);
      await reach.run();
    }

    const recordings = (await Promise.all(meetings.map(meeting))).map((one) => one.recordings);
    expect(asked.sent).toEqual([]);
    expect(recordings.map((some) => some.map(({ status }: { readonly status: string }) => status))).toEqual(
      LETTERS.map(() => ['failed']),
    );
  });

  it('leave those of the first workspaces, and of one whose limit was raised, as they are', async () => {
    const { context, owner, ids, sendIn, workers, asked } = await aFounder({ user_sent_bots: 1 });
    const [first = '', raised = ''] = ids;
    await workers.work((await sendIn(first)).body.id);
    expect((await sendIn(first)).status).toBe(403);
    await setUsageLimits(context)(ids[1] ?? owner.workspaceId, { bots_sent: 21 });

    for (const id of [raised, owner.workspaceId]) await workers.work((await sendIn(id)).body.id);

    expect(asked.sent).toHaveLength(3);
  });
});

describe('bots of all workspaces of a deployment', () => {
  /** Workspaces of different users with the limits of new ones, and so many bots a day of all of them. */
  async function aDeploymentOf(all_sent_bots: number) {
    const reported: string[] = [];
    const useOf = useFactory({ all_sent_bots });
    const world = aWorld({ useOf, reportLimit: (limit) => reported.push(limit) });
    const story = await aBotStory(world);
    story.saysWhenSent(recordingSince(world.clock.now()));
    const [one, two] = [await world.anOwner('One'), await world.anOwner('Two')];
    let calls = 0;
    const sendAs = ({ key, workspaceId: workspace_id }: typeof one, body: object = {}) => {
      calls += 1;
      return story.send({ workspace_id, meeting_url: zoomLink(calls), ...body }, key);
    };
    const statusOf = async (id: string) => (await bots.find(world.context.table, id as BotId))?.state.status;
    return { ...story, owners: [story.owner, one, two] as const, sendAs, statusOf, reported };
  }

  it('are sent up to one limit a day, however many users there are, and refused by its name until the day ends', async () => {
    const { world, owners, sendAs, workers, asked, statusOf, reported } = await aDeploymentOf(4);
    const sent: string[] = [];
    for (const owner of [...owners, ...owners]) sent.push((await sendAs(owner, { join_at: minutes(60) })).body.id);
    world.clock.set(Date.parse(minutes(60)) as Instant);

    for (const id of sent) await workers.work(id);

    expect(asked.sent).toHaveLength(4);
    expect(await Promise.all(sent.slice(3).map(statusOf))).toEqual(['in_call', 'failed', 'failed']);
    expect(new Set(reported)).toEqual(new Set(['all_sent_bots']));
    const [first] = owners;
    const refused = await sendAs(first);
    expect([refused.status, refused.body.errors[0].code]).toEqual([403, 'plan_upgrade_required']);
    expect(refused.body.errors[0].message).toContain('The limit of 4 bots a day of all workspaces of this deployment');
    expect((await sendAs(first, { join_at: minutes(13 * 60) })).status).toBe(201);
  });

  it('go no further where all are due at one minute', async () => {
    const { world, owners, sendAs, workers, asked, statusOf } = await aDeploymentOf(5);
    const sent: string[] = [];
    for (let nth = 0; nth < 30; nth += 1) {
      const owner = owners[nth % owners.length] ?? owners[0];
      sent.push((await sendAs(owner, { join_at: minutes(60) })).body.id);
    }
    world.clock.set(Date.parse(minutes(60)) as Instant);

    const queued = async () => {
      const statuses = await Promise.all(sent.map(statusOf));
      return sent.filter((_, nth) => statuses[nth] === 'queued');
    };
    for (let left = await queued(); left.length > 0; left = await queued())
      await Promise.all(left.map((id) => workers.work(id)));

    expect(asked.sent).toHaveLength(5);
  });

  it('count once where one is dispatched by several messages at once, and not where none is sent', async () => {
    const { owners, sendAs, cancel, workers, asked, statusOf } = await aDeploymentOf(3);
    const [first, second, third] = owners;
    const cancelled = (await sendAs(first, { join_at: minutes(60) })).body.id;
    await cancel(cancelled);
    const once = (await sendAs(first)).body.id;
    await Promise.all([cancelled, once, once, once].map((id) => workers.work(id)));
    const others = [(await sendAs(second)).body.id, (await sendAs(third)).body.id];

    for (const id of others) await workers.work(id);

    expect([asked.sent.length, await Promise.all(others.map(statusOf))]).toEqual([3, ['in_call', 'in_call']]);
  });

  it('do not count where the operator raised the limit of their workspace, or removed it', async () => {
    const { context, owners, sendAs, workers, asked } = await aDeploymentOf(0);
    const [first, raised, removed] = owners;
    expect((await sendAs(first)).status).toBe(403);
    await setUsageLimits(context)(raised.workspaceId, { bots_sent: 4_001 });
    await setUsageLimits(context)(removed.workspaceId, { bots_sent: null });

    for (const owner of [raised, removed]) await workers.work((await sendAs(owner)).body.id);

    expect(asked.sent).toHaveLength(2);
  });
});

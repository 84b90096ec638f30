import { describe, expect, it } from '@jest/globals';
import { workspaces } from '#functions/api/workspaces/index';
import { Throttled } from '#shared/core/store';
import { HOUR_MS, MINUTE_MS } from '#shared/core/time';
import { commandContext } from '#shared/wiring/command-context';
import { callsTo, noon } from '#test/support/api';
import { botsAtWork } from '#test/support/bots-at-work';
import { reachAtWork } from '#test/support/reach-at-work';
import { aSettingsWorld } from '#test/support/settings-world';
import { subscribe } from '#test/support/subscribed';

const at = (milliseconds: number) => new Date(noon + milliseconds).toISOString();
const inHours = (hours: number) => ({ starts_at: at(hours * HOUR_MS), ends_at: at((hours + 1) * HOUR_MS) });

/** A workspace whose endpoint hears of everything, and the worker that has meetings follow. */
async function aReachedWorld() {
  const made = await aSettingsWorld();
  const { world, owner } = made;
  const { key, workspaceId } = owner;
  await subscribe(world, workspaceId);
  const change = callsTo(workspaces(world.context));
  return {
    ...made,
    ...reachAtWork(world),
    everybody: `workspace:${workspaceId}`,
    patchWorkspace: (patch: object) => change('PATCH', `/workspaces/${workspaceId}`, { key, body: patch }),
    /** The types told since it was last asked. */
    told: tellerOf(world),
  };
}

function tellerOf({ dynamo }: Awaited<ReturnType<typeof aSettingsWorld>>['world']) {
  const heard = new Set<string>();
  return (): readonly string[] => {
    const events = dynamo.items().filter(({ type, pk }) => type?.S === 'event' && !heard.has(pk?.S ?? ''));
    for (const { pk } of events) heard.add(pk?.S ?? '');
    return events.map(({ sk }) => sk?.S?.replace('EVENT#', '') ?? '').sort();
  };
}

describe('a change that reaches meetings', () => {
  it('of a workspace’s settings: bots appear, follow and are withdrawn, each meeting told of once', async () => {
    const { create, update, run, aMember, aMeetingOf, meeting, told, everybody } = await aReachedWorld();
    const [ada, ben] = [await aMember('Ada'), await aMember('Ben')];
    const ids = [await aMeetingOf(ada), await aMeetingOf(ben)];
    told();

    const { id } = (await create({ recording: { enabled: true }, scope: [everybody] })).body;
    await run();
    expect(told()).toEqual(['meeting.updated', 'meeting.updated']);
    for (const one of ids) expect((await meeting(one)).recordings).toMatchObject([{ status: 'queued' }]);

    await update(id, { transcription: { language: 'de' } });
    await run();
    expect(told()).toEqual(['meeting.updated', 'meeting.updated']);
    for (const one of ids) expect((await meeting(one)).settings.transcription.language).toBe('de');

    await update(id, { recording: { enabled: false } });
    await run();
    expect(told()).toEqual(['bot.cancelled', 'bot.cancelled', 'meeting.updated', 'meeting.updated']);
    for (const one of ids) expect((await meeting(one)).recordings).toMatchObject([{ status: 'cancelled' }]);
  });

  it('of a member’s assignment: that member’s meetings alone', async () => {
    const { create, assign, run, aMember, aMeetingOf, meeting, call, owner } = await aReachedWorld();
    const [ada, ben] = [await aMember('Ada'), await aMember('Ben')];
    const [hers, his] = [await aMeetingOf(ada), await aMeetingOf(ben)];
    const made = (await create({ recording: { enabled: true } })).body;

    const assignment = (await assign(made.id, [`member:${ada}`])).body;
    await run();
    expect((await meeting(hers)).recordings).toMatchObject([{ status: 'queued' }]);
    expect((await meeting(his)).recordings).toEqual([]);

    await call('DELETE', `/settings_assignments/${assignment.id}`, { key: owner.key });
    await run();
    expect((await meeting(hers)).recordings).toMatchObject([{ status: 'cancelled' }]);
  });

  it('of the workspace’s domains: meetings become internal, and what was chosen for those counts', async () => {
    const { create, run, aMember, aMeetingOf, meeting, patchWorkspace } = await aReachedWorld();
    await create({ recording: { enabled: true }, scope: ['meetings:internal'] });
    const guest = { name: 'Guest', email: 'guest@partner.test', response: 'accepted' };
    const id = await aMeetingOf(await aMember(), { attendees: [guest] });
    expect((await meeting(id)).recordings).toEqual([]);

    await patchWorkspace({ email_domains: ['acme.test', 'partner.test'] });
    await run();

    expect((await meeting(id)).recordings).toMatchObject([{ status: 'queued' }]);
  });

  it('of a workspace’s name reaches nothing', async () => {
    const { patchWorkspace, due } = await aReachedWorld();
    await patchWorkspace({ name: 'Renamed' });
    expect(due()).toEqual([]);
  });

  it('leaves alone what is over, what is live, and a meeting whose own choice wins', async () => {
    const { create, run, aMember, aMeetingOf, meeting, told, everybody, world } = await aReachedWorld();
    const ada = await aMember();
    const over = await aMeetingOf(ada);
    const own = await aMeetingOf(ada, inHours(5));
    await create({ transcription: { language: 'fr' }, scope: [`meeting:${own}`] });
    world.clock.advance(3 * HOUR_MS);
    told();

    await create({ transcription: { language: 'de' }, scope: [everybody] });
    await run();

    expect((await meeting(over)).settings.transcription.language).toBe('auto');
    expect((await meeting(own)).settings.transcription.language).toBe('fr');
    expect(told()).toEqual([]);
  });

  it('leaves alone a meeting whose bot is on its way: that was frozen at dispatch', async () => {
    const { create, update, run, aMember, aMeetingOf, meeting, told, everybody, world } = await aReachedWorld();
    const { id } = (await create({ recording: { enabled: true }, scope: [everybody] })).body;
    const meetingId = await aMeetingOf(await aMember(), { starts_at: at(MINUTE_MS) });
    const [{ id: botId }] = (await meeting(meetingId)).recordings;
    await botsAtWork(world).work(botId);
    expect((await meeting(meetingId)).recordings).toMatchObject([{ status: 'joining' }]);
    told();

    await update(id, { recording: { enabled: false } });
    await run();

    expect((await meeting(meetingId)).settings.recording.enabled).toBe(true);
    expect(told()).toEqual([]);
  });

  it('is remembered by a cancelled meeting, for when it comes back', async () => {
    const { create, run, aMember, push, meeting, told } = await aReachedWorld();
    const [ada, ben] = [await aMember('Ada'), await aMember('Ben')];
    const event = { ical_uid: 'shared@acme.test', starts_at: at(HOUR_MS), meeting_url: 'https://zoom.us/j/123456789' };
    const { meeting_id } = (await push({ ...event, member_id: ada })).body;
    await push({ ...event, member_id: ben });
    for (const member_id of [ada, ben]) await push({ ...event, member_id, cancelled: true });
    told();

    await create({ recording: { enabled: true }, scope: [`member:${ada}`] });
    await run();
    expect(told()).toEqual([]);

    // Ben's push knows Ada's choice from the meeting alone.
    await push({ ...event, member_id: ben });
    await push({ ...event, member_id: ada });
    expect((await meeting(meeting_id)).recordings).toMatchObject([{ status: 'queued' }]);
  });

  it('gives no second bot to a link for which another meeting’s is bound', async () => {
    const { create, run, aMember, aMeetingOf, meeting, everybody } = await aReachedWorld();
    const ada = await aMember();
    const link = { meeting_url: 'https://zoom.us/j/987654321' };
    const ids = [await aMeetingOf(ada, link), await aMeetingOf(ada, { ...link, starts_at: at(HOUR_MS + MINUTE_MS) })];
    await create({ recording: { enabled: true }, scope: [`meeting:${ids[0]}`] });

    await create({ recording: { enabled: true }, scope: [everybody] });
    await run();

    const recordings = await Promise.all(ids.map(async (id) => (await meeting(id)).recordings.length));
    expect(recordings).toEqual([1, 0]);
  });

  it('gives one bot to meetings that share a link at the same time: to the first of them', async () => {
    const { create, run, aMember, aMeetingOf, meeting, everybody } = await aReachedWorld();
    const ada = await aMember();
    const room = 'https://zoom.us/j/987654321';
    const ids: string[] = [];
    for (const minutes of [5, 0, 10, 50])
      ids.push(await aMeetingOf(ada, { meeting_url: room, starts_at: at(minutes * MINUTE_MS + MINUTE_MS) }));

    await create({ recording: { enabled: true }, scope: [everybody] });
    await run();

    const bots = await Promise.all(ids.map(async (id) => (await meeting(id)).recordings.length));
    expect(bots).toEqual([0, 1, 0, 1]);
  });
});

describe('the job of a reach', () => {
  it('walks twice, a minute apart, and meets in the second walk what the first could not see', async () => {
    const { create, run, due, aMember, aMeetingOf, meeting, told, everybody, world } = await aReachedWorld();
    const id = await aMeetingOf(await aMember());
    const made = (await create({ recording: { enabled: true } })).body;
    const before = await world.context.table.get({ pk: id, sk: '.' });
    await create({ recording: { enabled: true }, scope: [everybody] });
    await run();
    told();
    // As a push would leave it that had read the settings before they changed.
    if (before) await world.context.table.write({ put: { ...before, revision: 50 } });
    expect(made.assignments).toEqual([]);

    expect(due().map(({ due_at }) => due_at?.N)).toEqual([String(noon + MINUTE_MS)]);
    world.clock.advance(MINUTE_MS);
    await run();

    expect((await meeting(id)).recordings).toMatchObject([{ status: 'queued' }]);
    expect(told()).toEqual(['meeting.updated']);
    expect(due()).toEqual([]);
  });

  it('told of twice, at once or later, tells of each meeting once', async () => {
    const { create, run, aMember, aMeetingOf, told, everybody } = await aReachedWorld();
    const ada = await aMember();
    for (let count = 0; count < 5; count += 1) await aMeetingOf(ada, inHours(count + 1));
    told();

    await create({ summary: { language: 'en' }, scope: [everybody] });
    await Promise.all([run(), run(), run()]);
    await run();

    expect(told()).toEqual(Array.from({ length: 5 }, () => 'meeting.updated'));
  });

  it('takes a breath where the table is too busy, and goes on from the same page', async () => {
    const { create, run, due, aMember, aMeetingOf, meeting, told, everybody, world } = await aReachedWorld();
    const id = await aMeetingOf(await aMember());
    await create({ recording: { enabled: true }, scope: [everybody] });
    told();
    const transact = async () => {
      throw new Throttled('busy');
    };
    const table = { ...world.context.table, transact };
    await reachAtWork({
      ...world,
      context: { ...world.context, ...commandContext({ ...world.context, table }) },
    }).run();

    expect(due().map(({ due_at }) => due_at?.N)).toEqual([String(noon + 10_000)]);
    world.clock.advance(10_000);
    await run();

    expect((await meeting(id)).recordings).toMatchObject([{ status: 'queued' }]);
    expect(told()).toEqual(['meeting.updated']);
  });

  it('is not held up by a meeting that cannot be read, and says which', async () => {
    const { create, run, aMember, aMeetingOf, meeting, everybody, world, lines } = await aReachedWorld();
    const ada = await aMember();
    const [broken, whole] = [await aMeetingOf(ada), await aMeetingOf(ada, inHours(4))];
    const row = await world.context.table.get({ pk: broken, sk: '.' });
    if (row) await world.context.table.write({ put: { ...row, state: '{"id":"broken"}' } });

    await create({ recording: { enabled: true }, scope: [everybody] });
    await run();

    expect((await meeting(whole)).recordings).toMatchObject([{ status: 'queued' }]);
    expect(lines).toContainEqual(expect.objectContaining({ meetingId: broken, error: 'ValiError' }));
  });
});

import { workspaces } from '#functions/api/workspaces/index';
import { Throttled } from '#shared/foundation/core/store';
import { HOUR_MS, MINUTE_MS } from '#shared/foundation/core/time';
import { commandContext } from '#shared/wiring/command-context';
import { callsTo, noon } from '#test/support/api';
import { botWorkers } from '#test/support/bot-workers';
import { describe, expect, it } from '#test/support/jest';
import { settingsPropagationWorker } from '#test/support/settings-propagation-worker';
import { aSettingsWorld } from '#test/support/settings-world';
import { subscribe } from '#test/support/subscriptions';

const at = (milliseconds: number) => new Date(noon + milliseconds).toISOString();
const inHours = (hours: number) => ({ starts_at: at(hours * HOUR_MS), ends_at: at((hours + 1) * HOUR_MS) });

/** A workspace with a webhook endpoint for all events, and the worker that propagates settings. */
async function aPropagationWorld() {
  const made = await aSettingsWorld();
  const { world, owner } = made;
  const { key, workspaceId } = owner;
  await subscribe(world, workspaceId);
  const change = callsTo(workspaces(world.context));
  return {
    ...made,
    ...settingsPropagationWorker(world),
    everybody: `workspace:${workspaceId}`,
    patchWorkspace: (patch: object) => change('PATCH', `/workspaces/${workspaceId}`, { key, body: patch }),
    /** The types of the events since the last call. */
    newEvents: newEventsOf(world),
  };
}

function newEventsOf({ dynamo }: Awaited<ReturnType<typeof aSettingsWorld>>['world']) {
  const seen = new Set<string>();
  return (): readonly string[] => {
    const events = dynamo.items().filter(({ type, pk }) => type?.S === 'event' && !seen.has(pk?.S ?? ''));
    for (const { pk } of events) seen.add(pk?.S ?? '');
    return events.map(({ sk }) => sk?.S?.replace('EVENT#', '') ?? '').sort();
  };
}

describe('propagating a change of settings', () => {
  it('of a workspace creates, updates and cancels bots, with one event for each meeting', async () => {
    const { create, update, run, aMember, aMeetingOf, meeting, newEvents, everybody } = await aPropagationWorld();
    const [ada, ben] = [await aMember('Ada'), await aMember('Ben')];
    const ids = [await aMeetingOf(ada), await aMeetingOf(ben)];
    newEvents();

    const { id } = (await create({ recording: { enabled: true }, scope: [everybody] })).body;
    await run();
    expect(newEvents()).toEqual(['meeting.updated', 'meeting.updated']);
    for (const one of ids) expect((await meeting(one)).recordings).toMatchObject([{ status: 'queued' }]);

    await update(id, { transcription: { language: 'de' } });
    await run();
    expect(newEvents()).toEqual(['meeting.updated', 'meeting.updated']);
    for (const one of ids) expect((await meeting(one)).settings.transcription.language).toBe('de');

    await update(id, { recording: { enabled: false } });
    await run();
    expect(newEvents()).toEqual(['bot.cancelled', 'bot.cancelled', 'meeting.updated', 'meeting.updated']);
    for (const one of ids) expect((await meeting(one)).recordings).toMatchObject([{ status: 'cancelled' }]);
  });

  it('of a member changes only the member’s meetings', async () => {
    const { create, assign, run, aMember, aMeetingOf, meeting, call, owner } = await aPropagationWorld();
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

  it('follows a change of the workspace’s domains: meetings become internal and have the settings for those', async () => {
    const { create, run, aMember, aMeetingOf, meeting, patchWorkspace } = await aPropagationWorld();
    await create({ recording: { enabled: true }, scope: ['meetings:internal'] });
    const guest = { name: 'Guest', email: 'guest@partner.test', response: 'accepted' };
    const id = await aMeetingOf(await aMember(), { attendees: [guest] });
    expect((await meeting(id)).recordings).toEqual([]);

    await patchWorkspace({ email_domains: ['acme.test', 'partner.test'] });
    await run();

    expect((await meeting(id)).recordings).toMatchObject([{ status: 'queued' }]);
  });

  it('does not follow a change of the workspace’s name', async () => {
    const { patchWorkspace, due } = await aPropagationWorld();
    await patchWorkspace({ name: 'Renamed' });
    expect(due()).toEqual([]);
  });

  it('does not change past and live meetings, and meetings whose own settings win', async () => {
    const { create, run, aMember, aMeetingOf, meeting, newEvents, everybody, world } = await aPropagationWorld();
    const ada = await aMember();
    const over = await aMeetingOf(ada);
    const own = await aMeetingOf(ada, inHours(5));
    await create({ transcription: { language: 'fr' }, scope: [`meeting:${own}`] });
    world.clock.advance(3 * HOUR_MS);
    newEvents();

    await create({ transcription: { language: 'de' }, scope: [everybody] });
    await run();

    expect((await meeting(over)).settings.transcription.language).toBe('auto');
    expect((await meeting(own)).settings.transcription.language).toBe('fr');
    expect(newEvents()).toEqual([]);
  });

  it('does not change a meeting whose bot was dispatched', async () => {
    const { create, update, run, aMember, aMeetingOf, meeting, newEvents, everybody, world } =
      await aPropagationWorld();
    const { id } = (await create({ recording: { enabled: true }, scope: [everybody] })).body;
    const meetingId = await aMeetingOf(await aMember(), { starts_at: at(MINUTE_MS) });
    const [{ id: botId }] = (await meeting(meetingId)).recordings;
    await botWorkers(world).work(botId);
    expect((await meeting(meetingId)).recordings).toMatchObject([{ status: 'joining' }]);
    newEvents();

    await update(id, { recording: { enabled: false } });
    await run();

    expect((await meeting(meetingId)).settings.recording.enabled).toBe(true);
    expect(newEvents()).toEqual([]);
  });

  it('is stored in a cancelled meeting for when it is restored', async () => {
    const { create, run, aMember, push, meeting, newEvents } = await aPropagationWorld();
    const [ada, ben] = [await aMember('Ada'), await aMember('Ben')];
    const event = { ical_uid: 'shared@acme.test', starts_at: at(HOUR_MS), meeting_url: 'https://zoom.us/j/123456789' };
    const { meeting_id } = (await push({ ...event, member_id: ada })).body;
    await push({ ...event, member_id: ben });
    for (const member_id of [ada, ben]) await push({ ...event, member_id, cancelled: true });
    newEvents();

    await create({ recording: { enabled: true }, scope: [`member:${ada}`] });
    await run();
    expect(newEvents()).toEqual([]);

    // Ben's push knows Ada's choice from the meeting alone.
    await push({ ...event, member_id: ben });
    await push({ ...event, member_id: ada });
    expect((await meeting(meeting_id)).recordings).toMatchObject([{ status: 'queued' }]);
  });

  it('creates no second bot for a link where another meeting has one', async () => {
    const { create, run, aMember, aMeetingOf, meeting, everybody } = await aPropagationWorld();
    const ada = await aMember();
    const link = { meeting_url: 'https://zoom.us/j/987654321' };
    const ids = [await aMeetingOf(ada, link), await aMeetingOf(ada, { ...link, starts_at: at(HOUR_MS + MINUTE_MS) })];
    await create({ recording: { enabled: true }, scope: [`meeting:${ids[0]}`] });

    await create({ recording: { enabled: true }, scope: [everybody] });
    await run();

    const recordings = await Promise.all(ids.map(async (id) => (await meeting(id)).recordings.length));
    expect(recordings).toEqual([1, 0]);
  });

  it('creates one bot for meetings that share a link at the same time, for the first of them', async () => {
    const { create, run, aMember, aMeetingOf, meeting, everybody } = await aPropagationWorld();
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

describe('the job that propagates settings', () => {
  it('walks twice, half a minute apart, and finds in the second walk what the first missed', async () => {
    const { create, run, due, aMember, aMeetingOf, meeting, newEvents, everybody, world } = await aPropagationWorld();
    const id = await aMeetingOf(await aMember());
    const made = (await create({ recording: { enabled: true } })).body;
    const before = await world.context.table.get({ pk: id, sk: '.' });
    await create({ recording: { enabled: true }, scope: [everybody] });
    await run();
    newEvents();
    // As a push would leave it that had read the settings before they changed.
    if (before) await world.context.table.write({ put: { ...before, revision: 50 } });
    expect(made.assignments).toEqual([]);

    expect(due().map(({ due_at }) => due_at?.N)).toEqual([String(noon + 30_000)]);
    world.clock.advance(30_000);
    await run();

    expect((await meeting(id)).recordings).toMatchObject([{ status: 'queued' }]);
    expect(newEvents()).toEqual(['meeting.updated']);
    expect(due()).toEqual([]);
  });

  it('delivered twice, concurrently or later, creates one event for each meeting', async () => {
    const { create, run, aMember, aMeetingOf, newEvents, everybody } = await aPropagationWorld();
    const ada = await aMember();
    for (let count = 0; count < 5; count += 1) await aMeetingOf(ada, inHours(count + 1));
    newEvents();

    await create({ summary: { language: 'en' }, scope: [everybody] });
    await Promise.all([run(), run(), run()]);
    await run();

    expect(newEvents()).toEqual(Array.from({ length: 5 }, () => 'meeting.updated'));
  });

  it('waits when the table is throttled, and continues from the same page', async () => {
    const { create, run, due, aMember, aMeetingOf, meeting, newEvents, everybody, world } = await aPropagationWorld();
    const id = await aMeetingOf(await aMember());
    await create({ recording: { enabled: true }, scope: [everybody] });
    newEvents();
    const transact = async () => {
      throw new Throttled('busy');
    };
    const table = { ...world.context.table, transact };
    await settingsPropagationWorker({
      ...world,
      context: { ...world.context, ...commandContext({ ...world.context, table }) },
    }).run();

    expect(due().map(({ due_at }) => due_at?.N)).toEqual([String(noon + 10_000)]);
    world.clock.advance(10_000);
    await run();

    expect((await meeting(id)).recordings).toMatchObject([{ status: 'queued' }]);
    expect(newEvents()).toEqual(['meeting.updated']);
  });

  it('continues past a meeting that cannot be read, and logs its id', async () => {
    const { create, run, aMember, aMeetingOf, meeting, everybody, world, lines } = await aPropagationWorld();
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

import { bots } from '#functions/api/bots/index';
import { calendarEvents } from '#functions/api/calendar-events/index';
import { meetings } from '#functions/api/meetings/index';
import { settings } from '#functions/api/settings/index';
import type { LimitOverrides } from '#shared/foundation/core/limits';
import { useFactory } from '#shared/foundation/core/uses';
import { aWorld, callsTo } from '#test/support/api';
import type { ApiResponse } from '#test/support/api-response';
import { describe, expect, it } from '#test/support/jest';
import { settingsPropagationWorker } from '#test/support/settings-propagation-worker';
import { aPartner, aPush } from './a-partner.ts';

const LATER = { starts_at: '2026-11-02T14:30:00+01:00', ends_at: '2026-11-02T15:00:00+01:00' };

/** A partner with places for two bots within three minutes, one of which counts for the founder. */
async function aFullPartner(given: LimitOverrides = { planned_bots: 2, first_planned_bots: 1 }) {
  const partner = await aPartner(aWorld({ useOf: useFactory(given) }));
  const { world, owner, push, meeting } = partner;
  const { key, workspaceId: workspace_id } = owner;
  const call = (handler: Parameters<typeof callsTo>[0]) => (method: string, path: string, body?: object) =>
    callsTo(handler)(method, path, { key, ...(body && { body }) });
  const [onBots, onEvents, onMeetings, onSettings] = [
    call(bots(world.context)),
    call(calendarEvents(world.context)),
    call(meetings(world.context)),
    call(settings(world.context)),
  ];
  let calls = 0;
  const anEvent = (change: object = {}) => {
    calls += 1;
    const meeting_url = `https://zoom.us/j/${80_000_000_000 + calls}`;
    return aPush({ ical_uid: `${calls}@calendar.test`, meeting_url, ...change });
  };
  /** The event of a push that is taken, and its meeting. */
  const pushed = async (body: object = anEvent()): Promise<ApiResponse['body']> => {
    const answer = await push({ ...body });
    expect([200, 201]).toContain(answer.status);
    return answer.body;
  };
  return {
    ...partner,
    anEvent,
    pushed,
    /** How many bots the meetings of the workspace have that are queued, and why the others have none. */
    outcomes: async (ids: readonly string[]) => (await Promise.all(ids.map(meeting))).map(outcome),
    send: (nth: number, join_at: string) =>
      onBots('POST', '/bots', { workspace_id, meeting_url: `https://zoom.us/j/${90_000_000_000 + nth}`, join_at }),
    joinAt: (id: string, join_at: string) => onBots('PATCH', `/bots/${id}`, { join_at }),
    cancel: (id: string) => onEvents('DELETE', `/calendar_events/${id}`),
    override: (id: string, enabled: boolean | null) =>
      onMeetings('PATCH', `/meetings/${id}/settings`, { recording: { enabled } }),
    async assign(meetingId: string) {
      const body = { workspace_id, recording: { enabled: true }, scope: [`meeting:${meetingId}`] };
      expect((await onSettings('POST', '/settings', body)).status).toBe(201);
    },
    reach: settingsPropagationWorker(world),
  };
}

const outcome = ({ recordings, settings }: ApiResponse['body']): string => {
  const { status } = recordings.at(-1) ?? {};
  return status === 'queued' ? status : settings.sources['recording.enabled'].reason;
};

describe('automatic bots that join within the same three minutes', () => {
  it('are as many as their limit: events beyond it are stored, and their meetings say why they have none', async () => {
    const { recordEverything, pushed, anEvent, outcomes } = await aFullPartner();
    await recordEverything();

    const ids: string[] = [];
    for (const change of [{}, {}, {}, LATER]) ids.push((await pushed(anEvent(change))).meeting_id);

    expect(await outcomes(ids)).toEqual(['queued', 'queued', 'usage_limit', 'queued']);
  });

  it('are no more where all are pushed at once', async () => {
    const { recordEverything, pushed, outcomes } = await aFullPartner();
    await recordEverything();

    const all = await Promise.all(Array.from({ length: 8 }, () => pushed()));

    const found = await outcomes(all.map(({ meeting_id }) => meeting_id));
    expect(found.filter((one) => one === 'queued')).toHaveLength(2);
  });

  it('are counted for all workspaces of a founder, but for the first of each', async () => {
    const { world, owner, recordEverything, pushed, push, anEvent, outcomes } = await aFullPartner({
      first_planned_bots: 1,
      user_planned_bots: 1,
    });
    await recordEverything();
    const other = await world.aWorkspaceOf(owner.userId, 'Other');
    const body = { workspace_id: other.id, recording: { enabled: true }, scope: [`workspace:${other.id}`] };
    await callsTo(settings(world.context))('POST', '/settings', { key: owner.key, body });

    const ids: string[] = [];
    for (let nth = 0; nth < 3; nth += 1) ids.push((await pushed()).meeting_id);
    for (let nth = 0; nth < 2; nth += 1) {
      ids.push((await push({ ...anEvent(), workspace_id: other.id })).body.meeting_id);
    }

    expect(await outcomes(ids)).toEqual(['queued', 'queued', 'usage_limit', 'queued', 'usage_limit']);
  });

  it('of meetings that have begun are counted when they are pushed, whenever they began', async () => {
    const { recordEverything, pushed, anEvent, outcomes } = await aFullPartner();
    await recordEverything();
    const begun = (minutes: number) => ({
      starts_at: `2026-11-02T12:${minutes}:00+01:00`,
      ends_at: '2026-11-02T14:00:00+01:00',
    });

    const ids: string[] = [];
    for (const minutes of [10, 20, 30]) ids.push((await pushed(anEvent(begun(minutes)))).meeting_id);

    expect(await outcomes(ids)).toEqual(['queued', 'queued', 'usage_limit']);
  });

  it('keep their places when they are pushed again, and give them back when they move or are cancelled', async () => {
    const { recordEverything, pushed, anEvent, cancel, outcomes } = await aFullPartner();
    await recordEverything();
    const [one, two] = [anEvent(), anEvent()];
    const [first, second] = [await pushed(one), await pushed(two)];
    await pushed({ ...one, title: 'Review' });
    await pushed({ ...two, ...LATER });
    await cancel(first.id);

    const [third, fourth, fifth] = [await pushed(), await pushed(), await pushed()];

    const ids = [second, third, fourth, fifth].map(({ meeting_id }) => meeting_id);
    expect(await outcomes(ids)).toEqual(['queued', 'queued', 'queued', 'usage_limit']);
  });

  it('lose their bot, and nothing else, when their meeting moves to a time that is full', async () => {
    const { recordEverything, pushed, anEvent, outcomes, meeting } = await aFullPartner();
    await recordEverything();
    const moved = anEvent(LATER);
    const { meeting_id } = await pushed(moved);
    await pushed();
    await pushed();

    await pushed({ ...moved, starts_at: aPush().starts_at });

    expect(await outcomes([meeting_id])).toEqual(['usage_limit']);
    expect((await meeting(meeting_id)).recordings).toMatchObject([{ status: 'cancelled' }]);
    await pushed(moved);
    expect(await outcomes([meeting_id])).toEqual(['queued']);
  });

  it('are as many where settings turn recording on later, and again after they turned it off', async () => {
    const { recordEverything, pushed, outcomes, override, assign, reach } = await aFullPartner();
    const ids: string[] = [];
    for (const _ of [1, 2, 3, 4]) ids.push((await pushed()).meeting_id);
    const [first = '', second = '', third = '', fourth = ''] = ids;

    await override(first, true);
    await assign(second);
    await assign(third);
    expect(await outcomes(ids)).toEqual(['queued', 'queued', 'usage_limit', 'default']);
    await recordEverything();
    await reach.untilDone();
    expect(await outcomes(ids)).toEqual(['queued', 'queued', 'usage_limit', 'usage_limit']);

    await override(first, false);
    await override(fourth, true);
    expect(await outcomes([fourth])).toEqual(['queued']);
  });

  it('409: are not moved by hand to a time that is full', async () => {
    const { recordEverything, pushed, anEvent, meeting, joinAt } = await aFullPartner();
    await recordEverything();
    const long = await pushed(anEvent({ starts_at: '2026-11-02T13:30:00+01:00' }));
    const { id } = (await meeting(long.meeting_id)).recordings[0];
    await pushed();
    const { id: other } = (await meeting((await pushed()).meeting_id)).recordings[0];

    const refused = await joinAt(id, '2026-11-02T12:58:00Z');
    expect([refused.status, refused.body.errors[0].code]).toEqual([409, 'conflict']);
    expect((await joinAt(other, '2026-11-02T13:10:00Z')).status).toBe(200);
    expect((await joinAt(id, '2026-11-02T12:58:00Z')).status).toBe(200);
  });
});

describe('bots that are asked for at a time that is full', () => {
  it('409: beyond as many as may join then, and a move to that time', async () => {
    const { send, joinAt } = await aFullPartner();
    const at = '2027-01-11T09:00:00Z';
    const elsewhere = await send(4, '2027-01-11T12:00:00Z');

    const answers = [await send(1, at), await send(2, at), await send(3, at), await joinAt(elsewhere.body.id, at)];

    expect(answers.map(({ status }) => status)).toEqual([201, 201, 409, 409]);
  });
});

import { describe, expect, it } from '@jest/globals';
import { calendarEvents } from '#functions/api/calendar-events/index';
import { meetings } from '#functions/api/meetings/index';
import { aWorld, callsTo } from '#test/support/api';

async function aPartner() {
  const world = aWorld();
  const owner = await world.anOwner();
  const call = callsTo(calendarEvents(world.around));
  const callMeetings = callsTo(meetings(world.around));
  const push = (body: Readonly<Record<string, unknown>>, key = owner.key) =>
    call('POST', '/calendar_events', { key, body: { workspace_id: owner.workspaceId, ...body } });
  const listed = async (query = '') =>
    (await callMeetings('GET', `/meetings?workspace_id=${owner.workspaceId}${query}`, { key: owner.key })).body.data;
  return { world, owner, call, push, listed };
}

const aPush = (overrides: Readonly<Record<string, unknown>> = {}) => ({
  member_data: { name: 'Ada', email: 'ada@acme.test' },
  ical_uid: 'abc@calendar.test',
  title: 'Planning',
  starts_at: '2026-11-02T14:00:00+01:00',
  ends_at: '2026-11-02T15:00:00+01:00',
  meeting_url: 'https://meet.google.com/abc-good-def',
  organizer: { name: 'Ada', email: 'ada@acme.test' },
  attendees: [
    { name: 'Ada', email: 'ada@acme.test', response: 'accepted' },
    { name: 'Ben', email: 'ben@other.test' },
  ],
  ...overrides,
});

describe('POST /calendar_events', () => {
  it('201: a first push makes an event, its member and its meeting', async () => {
    const { push, listed } = await aPartner();

    const { status, body } = await push(aPush());

    expect(status).toBe(201);
    expect(body).toMatchObject({
      object: 'calendar_event',
      starts_at: '2026-11-02T13:00:00.000Z',
      source: 'calendar_sync',
    });
    expect(body.attendees[0]).toEqual({
      name: 'Ada',
      email: 'ada@acme.test',
      member_id: body.member_id,
      response: 'accepted',
    });
    expect(await listed()).toEqual([
      expect.objectContaining({ id: body.meeting_id, title: 'Planning', platform: 'meet', phase: 'upcoming' }),
    ]);
  });

  it('200: the same push again changes nothing', async () => {
    const { push, world, owner } = await aPartner();
    const first = await push(aPush());
    world.clock.advance(60_000);

    const again = await push(aPush());

    expect(again.status).toBe(200);
    expect(again.body).toEqual(first.body);
    expect(owner.workspaceId).toMatch(/^wks_/);
  });
});

import { pushCalendarEventContract as contract } from '#shared/meetings/calendar-events/contract';
import { expectSuccess } from '#test/support/expect-response';
import { describe, expect, it } from '#test/support/jest';
import { outboxTypes, subscribe } from '#test/support/subscriptions';
import { aPartner, aPush, asBen } from './a-partner.ts';

async function aRecordingPartner() {
  const partner = await aPartner();
  await partner.recordEverything();
  await subscribe(partner.world, partner.owner.workspaceId);
  // The member of the first push is new, which is another story.
  const heard = () => outboxTypes(partner.world).filter((type) => type !== 'job.person_naming');
  const told = [...heard()];
  /** What came into the outbox since the last look. */
  const news = () => {
    const [now, before] = [heard(), [...told]];
    told.splice(0, told.length, ...now);
    return now.filter((type) => {
      const at = before.indexOf(type);
      if (at >= 0) before.splice(at, 1);
      return at < 0;
    });
  };
  const pushed = async (change: object) => {
    const { body } = await partner.push(aPush({ ...change }));
    return partner.meeting(body.meeting_id);
  };
  return { ...partner, told, news, pushed };
}

const source = (meeting: { settings: { sources: Record<string, unknown> } }) =>
  meeting.settings.sources['recording.enabled'];

describe('POST /calendar_events: the automatic bot', () => {
  it('a recorded meeting has a queued bot three minutes ahead, and sends one webhook', async () => {
    const { pushed, news } = await aRecordingPartner();

    const { recordings } = await pushed({});

    expect(recordings).toMatchObject([{ status: 'queued', started_at: '2026-11-02T12:57:00.000Z' }]);
    expect(news()).toEqual(['meeting.created']);
  });

  it('the bot follows its meeting to another time', async () => {
    const { pushed, news } = await aRecordingPartner();
    const [before] = (await pushed({})).recordings;
    news();

    const { recordings } = await pushed({ starts_at: '2026-11-03T10:00:00Z', ends_at: '2026-11-03T11:00:00Z' });

    expect(recordings).toEqual([{ ...before, started_at: '2026-11-03T09:57:00.000Z' }]);
    expect(news()).toEqual(['meeting.updated']);
  });

  it('an event under way is dispatched at once', async () => {
    const { pushed, news } = await aRecordingPartner();

    const { recordings } = await pushed({ starts_at: '2026-11-02T11:30:00Z', ends_at: '2026-11-02T12:30:00Z' });

    expect(recordings).toMatchObject([{ status: 'queued' }]);
    expect(news()).toEqual(['bot.due', 'meeting.created']);
  });

  it('an event that starts within minutes is dispatched at once', async () => {
    const { pushed, news } = await aRecordingPartner();

    await pushed({ starts_at: '2026-11-02T12:02:00Z', ends_at: null });

    expect(news()).toEqual(['bot.due', 'meeting.created']);
  });

  it('an event that is over gets no bot, and no webhook but meeting.created', async () => {
    const { pushed, push, news, meeting } = await aRecordingPartner();
    const over = { starts_at: '2026-11-02T10:00:00Z', ends_at: '2026-11-02T11:00:00Z' };

    const shown = await pushed(over);
    expect(shown).toMatchObject({ phase: 'past', recordings: [] });
    expect(news()).toEqual(['meeting.created']);

    expectSuccess(contract, await push(aPush({ ...over, title: 'Minutes' })), 200);
    expect(await meeting(shown.id)).toMatchObject({ title: 'Minutes', recordings: [] });
    expect(news()).toEqual([]);
  });

  it('an event that is over and is moved into the future sends a webhook and gets a bot', async () => {
    const { pushed, news } = await aRecordingPartner();
    await pushed({ starts_at: '2026-11-02T10:00:00Z', ends_at: '2026-11-02T11:00:00Z' });
    news();

    expect(await pushed({})).toMatchObject({ phase: 'upcoming', recordings: [{ status: 'queued' }] });
    expect(news()).toEqual(['meeting.updated']);
  });

  it('an event that is moved into the past has its bot cancelled', async () => {
    const { pushed, news } = await aRecordingPartner();
    await pushed({});
    news();

    const shown = await pushed({ starts_at: '2026-11-02T10:00:00Z', ends_at: '2026-11-02T11:00:00Z' });

    expect(shown).toMatchObject({ phase: 'past', recordings: [{ status: 'cancelled' }] });
    expect(news()).toEqual(['bot.cancelled', 'meeting.updated']);
  });

  it('an event without an end has its bot dispatched as usual, and is over a day after its start', async () => {
    const { pushed } = await aRecordingPartner();

    const today = await pushed({ starts_at: '2026-11-01T12:00:01Z', ends_at: null });
    const yesterday = await pushed({ ical_uid: 'other', starts_at: '2026-11-01T12:00:00Z', ends_at: null });

    expect(today).toMatchObject({ phase: 'upcoming', recordings: [{ status: 'queued' }] });
    expect(yesterday).toMatchObject({ phase: 'past', recordings: [] });
  });

  it.each([
    ['without a link', { meeting_url: null }, 'no_meeting_url'],
    ['at another host', { meeting_url: 'https://video.example.test/room' }, 'unsupported_platform'],
  ])('%s there is no bot, and the meeting says why', async (_which, change, reason) => {
    const { pushed } = await aRecordingPartner();

    const shown = await pushed(change);

    expect(shown).toMatchObject({ ...change, platform: null, recordings: [] });
    expect(shown.settings.recording.enabled).toBe(false);
    expect(source(shown)).toEqual({ assignment_id: null, reason });
  });

  it('removing the link cancels the bot, and a new link creates one', async () => {
    const { pushed, news } = await aRecordingPartner();
    await pushed({});
    news();

    expect((await pushed({ meeting_url: null })).recordings).toMatchObject([{ status: 'cancelled' }]);
    expect(news()).toEqual(['bot.cancelled', 'meeting.updated']);
    const [, back] = (await pushed({ meeting_url: 'https://acme.zoom.us/j/123456789' })).recordings;
    expect(back).toMatchObject({ status: 'queued' });
  });

  it('a meeting that all members declined gets no bot', async () => {
    const { pushed, push, meeting } = await aRecordingPartner();
    const people = (ada: string, ben: string) => ({
      attendees: [
        { email: 'ada@acme.test', response: ada },
        { email: 'ben@acme.test', response: ben },
      ],
    });
    await pushed(people('declined', 'accepted'));
    const { id, settings } = await pushed(people('declined', 'accepted'));
    expect(settings.recording.enabled).toBe(false);

    await push(aPush({ ...asBen, ...people('declined', 'accepted') }));
    expect((await meeting(id)).settings.recording.enabled).toBe(true);

    await push(aPush({ ...asBen, ...people('declined', 'declined') }));
    const shown = await meeting(id);
    expect(source(shown)).toEqual({ assignment_id: null, reason: 'declined' });
    expect(shown.recordings).toMatchObject([{ status: 'cancelled' }]);
  });

  it('a second event with the same link at the same time gets no second bot', async () => {
    const { pushed } = await aRecordingPartner();
    await pushed({});

    const copy = await pushed({ ical_uid: 'copy', starts_at: '2026-11-02T13:10:00Z' });
    const later = await pushed({ ical_uid: 'later', starts_at: '2026-11-02T13:16:00Z', ends_at: null });

    expect(copy.recordings).toEqual([]);
    expect(later.recordings).toHaveLength(1);
  });
});

import type { Instant } from '#shared/foundation/core/time';
import { listMeetingsContract as contract } from '#shared/meetings/meetings/contract';
import { BASE_URL } from '#test/support/api';
import type { ApiResponse } from '#test/support/api-response';
import { minutes } from '#test/support/bot-story';
import { expectError, expectSuccess } from '#test/support/expect-response';
import { recordingSince } from '#test/support/fake-recorder';
import { describe, expect, it } from '#test/support/jest';
import { aMeetingListWorld, type MeetingListWorld } from './meeting-list-world.ts';

/** Every page from the first to the last, by following the links. */
async function pagesOf(
  { call, list, owner }: MeetingListWorld,
  query: string,
): Promise<readonly ApiResponse['body'][]> {
  const pages = [(await list(query)).body];
  while (pages.at(-1).has_more && pages.length < 50) {
    const next = pages.at(-1)._links.next.url.slice(BASE_URL.length);
    pages.push((await call('GET', next, { key: owner.key })).body);
  }
  return pages;
}

describe('GET /meetings', () => {
  it('200: an empty list, with no next page', async () => {
    const { list } = await aMeetingListWorld();

    const body = expectSuccess(contract, await list(), 200);

    expect(body).toEqual({ object: 'list', data: [], has_more: false, _links: {} });
  });

  it('200: latest start first; a meeting without a start is sorted by its creation', async () => {
    const { aMeeting, send, titles } = await aMeetingListWorld();
    await aMeeting('Yesterday', -1440);
    await aMeeting('Tomorrow', 1440);
    await send({ title: 'Now' });
    await aMeeting('Soon', 30);

    expect(await titles()).toEqual(['Tomorrow', 'Soon', 'Now', 'Yesterday']);
  });

  it('200: settings only with include=settings', async () => {
    const { aMeeting, list } = await aMeetingListWorld();
    await aMeeting('Weekly', 60);

    const [without] = expectSuccess(contract, await list(), 200).data;
    const [within] = expectSuccess(contract, await list('&include=settings'), 200).data;

    expect(without.settings).toBeUndefined();
    expect(within.settings.recording.enabled).toBe(false);
  });

  it('200: the workspace named by its integer id', async () => {
    const { aMeeting, call, owner } = await aMeetingListWorld();
    await aMeeting('Weekly', 60);

    const answered = await call('GET', `/meetings?workspace_id=${owner.workspaceNumber}`, { key: owner.key });

    expect(expectSuccess(contract, answered, 200).data).toHaveLength(1);
  });
});

describe('GET /meetings by phase', () => {
  async function oneOfEach() {
    const world = await aMeetingListWorld();
    await world.aMeeting('Upcoming', 60);
    await world.aMeeting('Past', -120);
    await world.aMeeting('Cancelled', 60);
    await world.push({ ical_uid: 'Cancelled@acme.test', cancelled: true });
    const { id } = (await world.send({ title: 'Live' })).body;
    await world.workers.work(id);
    world.says(id, recordingSince(world.world.clock.now()));
    await world.workers.work(id);
    return world;
  }

  it.each(['upcoming', 'live', 'past', 'cancelled'])('200: %s alone', async (phase) => {
    const { list } = await oneOfEach();

    const { data } = expectSuccess(contract, await list(`&phase=${phase}`), 200);

    expect(data.map((one: { title: string; phase: string }) => [one.title.toLowerCase(), one.phase])).toEqual([
      [phase, phase],
    ]);
  });

  it('200: without a phase, all but cancelled meetings', async () => {
    const { titles } = await oneOfEach();

    expect(await titles()).toEqual(['Upcoming', 'Live', 'Past']);
  });

  it('200: a meeting becomes past by the clock', async () => {
    const { aMeeting, titles, world } = await aMeetingListWorld();
    await aMeeting('Weekly', 60);
    expect(await titles('&phase=past')).toEqual([]);

    world.clock.advance(2 * 3_600_000);

    expect(await titles('&phase=past')).toEqual(['Weekly']);
    expect(await titles('&phase=upcoming')).toEqual([]);
  });
});

describe('GET /meetings by phase, whatever became of the bots', () => {
  const DAY = 24 * 60;
  const phasesOf = async ({ list }: MeetingListWorld, id: string) => {
    const lists = ['upcoming', 'live', 'past', 'cancelled'].map(async (phase) => {
      const { data } = (await list(`&phase=${phase}`)).body;
      return data.some((one: { id: string }) => one.id === id) ? [phase] : [];
    });
    return (await Promise.all(lists)).flat();
  };

  it('200: a bot sent for next month and cancelled leaves a meeting that is upcoming until a day after its start', async () => {
    const diary = await aMeetingListWorld();
    const { id, meeting_id } = (await diary.send({ join_at: minutes(30 * DAY) })).body;
    await diary.cancel(id);
    const { clock } = diary.world;

    expect(await phasesOf(diary, meeting_id)).toEqual(['upcoming']);
    expect((await diary.meeting(meeting_id)).settings.recording.enabled).toBe(false);
    clock.set(Date.parse(minutes(31 * DAY - 1)) as Instant);
    expect(await phasesOf(diary, meeting_id)).toEqual(['upcoming']);
    clock.set(Date.parse(minutes(31 * DAY)) as Instant);
    expect(await phasesOf(diary, meeting_id)).toEqual(['past']);
  });

  it('200: a bot that joined at once and was cancelled leaves a meeting that is past', async () => {
    const diary = await aMeetingListWorld();
    const { id, meeting_id } = (await diary.send()).body;

    await diary.cancel(id);

    expect(await phasesOf(diary, meeting_id)).toEqual(['past']);
  });

  it('200: a bot that was cancelled while it joined ended the meeting', async () => {
    const diary = await aMeetingListWorld();
    const { id, meeting_id } = (await diary.send({ join_at: minutes(0) })).body;
    await diary.workers.work(id);

    await diary.cancel(id);

    expect(await phasesOf(diary, meeting_id)).toEqual(['past']);
  });

  it('200: a meeting that was recorded and then moved to next month is past', async () => {
    const diary = await aMeetingListWorld();
    const event = { meeting_url: 'https://meet.google.com/abc-good-def' };
    const id = await diary.aMeeting('Weekly', 5, event);
    const bot = (await diary.send()).body.id;
    await diary.workers.work(bot);
    diary.says(bot, recordingSince(diary.world.clock.now()));
    await diary.workers.work(bot);
    await diary.cancel(bot);

    expect(await diary.aMeeting('Weekly', 30 * DAY, event)).toBe(id);

    expect(await phasesOf(diary, id)).toEqual(['past']);
  });
});

describe('GET /meetings by other filters', () => {
  async function aWeek() {
    const world = await aMeetingListWorld();
    const ben = await world.aMember('Ben');
    await world.aMeeting('One', 60, { meeting_url: 'https://meet.google.com/abc-good-def' });
    await world.aMeeting('Two', 120, { meeting_url: 'https://zoom.us/j/123456789' });
    await world.aMeeting('Three', 180, {
      member_data: undefined,
      member_id: ben,
      attendees: [{ email: 'ben@acme.test' }, { email: 'Carl@Other.test' }],
    });
    await world.send({
      title: 'Four',
      join_at: minutes(240),
      member_id: ben,
      meeting_url: 'https://teams.microsoft.com/meet/2123456789012',
    });
    return { ...world, ben };
  }

  it.each([
    ['starts_after', `&starts_after=${minutes(119)}`, ['Four', 'Three', 'Two']],
    ['starts_before', `&starts_before=${minutes(121)}`, ['Two', 'One']],
    ['both, one with an offset', `&starts_after=${minutes(61)}&starts_before=2026-11-02T15:30:00%2B01:00`, ['Two']],
    ['source', '&source=bot', ['Four']],
    ['another source', '&source=calendar_sync', ['Three', 'Two', 'One']],
    ['a source that nothing has', '&source=calendar_connection', []],
    ['platform', '&platform=zoom', ['Two']],
    ['participant_email, in whatever case', '&participant_email=CARL@other.test', ['Three']],
    ['names in camelCase', `&startsAfter=${minutes(181)}`, ['Four']],
    ['several, joined with AND', `&source=calendar_sync&platform=meet&starts_before=${minutes(61)}`, ['One']],
    ['several that nothing fulfils', '&source=bot&platform=meet', []],
  ])('200: %s', async (_what, query, expected) => {
    const { titles } = await aWeek();

    expect(await titles(query)).toEqual(expected);
  });

  it('200: member_id, by a calendar event or a bot of the member; an unknown member matches nothing', async () => {
    const { titles, ben } = await aWeek();

    expect(await titles(`&member_id=${ben}`)).toEqual(['Four', 'Three']);
    expect(await titles(`&member_id=${ben}&source=bot`)).toEqual(['Four']);
    expect(await titles(`&member_id=${ben.slice(0, -4)}zzzz`)).toEqual([]);
  });

  it('200: a meeting with both an event and a bot of a member is listed once, on any page', async () => {
    const world = await aMeetingListWorld();
    const ben = await world.aMember('Ben');
    const url = 'https://meet.google.com/abc-good-def';
    await world.aMeeting('Both', 10, { member_data: undefined, member_id: ben, meeting_url: url });
    expect((await world.send({ member_id: ben, join_at: minutes(5) })).status).toBe(201);

    const pages = await pagesOf(world, `&member_id=${ben}&limit=1`);

    expect(pages.flatMap(({ data }) => data)).toHaveLength(1);
  });

  it('200: a meeting of a member for whom a bot was sent moves in the list with its start', async () => {
    const { aMember, send, patch, push, titles } = await aMeetingListWorld();
    const ben = await aMember('Ben');
    const { id } = (await send({ title: 'Alone', join_at: minutes(60), member_id: ben })).body;
    await push({ ical_uid: 'a@acme.test', title: 'Planned', meeting_url: 'https://zoom.us/j/123456789' });
    await send({ join_at: minutes(60), member_id: ben, meeting_url: 'https://zoom.us/j/123456789' });

    await patch(id, { join_at: minutes(600) });
    await push({
      ical_uid: 'a@acme.test',
      title: 'Planned',
      starts_at: minutes(700),
      ends_at: minutes(760),
      meeting_url: 'https://zoom.us/j/123456789',
    });

    expect(await titles(`&member_id=${ben}&starts_after=${minutes(500)}`)).toEqual(['Planned', 'Alone']);
    expect(await titles(`&member_id=${ben}&starts_before=${minutes(500)}`)).toEqual([]);
  });

  it.each(['starts_after', 'updated_after'])(
    '200: no meeting is after the last possible instant, %s',
    async (filter) => {
      const { aMeeting, titles } = await aMeetingListWorld();
      await aMeeting('Weekly', 60);

      expect(await titles(`&${filter}=9999-12-31T23:59:59.999Z`)).toEqual([]);
    },
  );

  it('200: updated_after, latest change first', async () => {
    const { aMeeting, label, titles, world } = await aMeetingListWorld();
    const first = await aMeeting('First', 300);
    world.clock.advance(60_000);
    await aMeeting('Second', 200);
    world.clock.advance(60_000);
    await aMeeting('Third', 100);
    world.clock.advance(60_000);
    await label(first, { metadata: { a: 'b' } });

    expect(await titles(`&updated_after=${minutes(0)}`)).toEqual(['First', 'Third', 'Second']);
    expect(await titles(`&updated_after=${minutes(2)}`)).toEqual(['First']);
  });

  it('200: meetings of another workspace do not match', async () => {
    const { world, call, aMeeting } = await aMeetingListWorld();
    await aMeeting('Ours', 60);
    const { key, workspaceId } = await world.anOwner('Other');

    expect((await call('GET', `/meetings?workspace_id=${workspaceId}`, { key })).body.data).toEqual([]);
  });
});

describe('GET /meetings page by page', () => {
  it.each([
    ['all of them', '&limit=2', 7],
    ['a filter', '&limit=2&source=calendar_sync', 7],
    ['a filter that leaves most out', '&limit=1&platform=zoom', 2],
    ['latest change first', `&limit=3&updated_after=${minutes(-1)}`, 7],
  ])('200: each meeting once and in order: %s', async (_what, query, count) => {
    const world = await aMeetingListWorld();
    for (let at = 0; at < 7; at += 1)
      await world.aMeeting(
        `No ${at}`,
        60 * at + 60,
        at % 4 === 1 ? { meeting_url: `https://zoom.us/j/${123_456_700 + at}` } : {},
      );

    const pages = await pagesOf(world, query);

    const seen = pages.flatMap(({ data }) => data.map(({ starts_at }: { starts_at: string }) => starts_at));
    expect(seen).toHaveLength(count);
    expect(new Set(seen).size).toBe(count);
    if (!query.includes('updated')) expect(seen).toEqual([...seen].sort().reverse());
    expect(pages.at(-1)._links).toEqual({});
  });

  it('200: the next link repeats every filter and has no data in clear text', async () => {
    const { aMeeting, list, owner } = await aMeetingListWorld();
    await aMeeting('A', 60);
    await aMeeting('B', 120);

    const { _links, has_more } = (await list('&limit=1&source=calendar_sync&include=settings')).body;

    const next = new URL(_links.next.url);
    expect(has_more).toBe(true);
    expect(_links.next.url.startsWith(`${BASE_URL}/meetings?`)).toBe(true);
    expect(Object.fromEntries(next.searchParams)).toEqual({
      workspace_id: owner.workspaceId,
      limit: '1',
      source: 'calendar_sync',
      include: 'settings',
      cursor: expect.any(String),
    });
  });

  it('200: a page ends below 4 MB, in every kind of list, and leaves no meeting out', async () => {
    const world = await aMeetingListWorld();
    const member = await world.aMember('Ada');
    // Four bytes a character, fifty keys: about 100 KB of metadata each.
    const words = Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`key ${at}`, '🎈'.repeat(500)]));
    const names = Array.from({ length: 45 }, (_, at) => `Meeting ${at}`);
    for (const [at, name] of names.entries()) {
      const id = await world.aMeeting(name, at * 60, { member_id: member, member_data: undefined });
      await world.label(id, { metadata: words });
    }

    for (const query of [
      '&limit=100',
      `&limit=100&member_id=${member}`,
      '&limit=100&updated_after=2020-01-01T00:00:00Z',
    ]) {
      const pages = await pagesOf(world, query);

      expect(pages.map((page) => Buffer.byteLength(JSON.stringify(page)) < 4_010_000)).not.toContain(false);
      expect(pages.length).toBe(2);
      const titles = pages.flatMap(({ data }) => data.map(({ title }: { title: string }) => title));
      expect(titles.toSorted()).toEqual(names.toSorted());
    }
  });

  it('200: a new meeting at the top does not move the pages below', async () => {
    const world = await aMeetingListWorld();
    for (const at of [1, 2, 3]) await world.aMeeting(`No ${at}`, 60 * at);
    const first = (await world.list('&limit=1')).body;
    await world.aMeeting('Newest', 6000);

    const second = await world.call('GET', first._links.next.url.slice(BASE_URL.length), { key: world.owner.key });

    expect([first, second.body].map(({ data }) => data[0].title)).toEqual(['No 3', 'No 2']);
  });

  it('400: a cursor that was tampered with, belongs to other filters or to another workspace', async () => {
    const { aMeeting, list, call, owner, world } = await aMeetingListWorld();
    await aMeeting('A', 60);
    await aMeeting('B', 120);
    const cursor = new URL((await list('&limit=1')).body._links.next.url).searchParams.get('cursor') ?? '';
    const stranger = await world.anOwner('Other');
    const theirs = `/meetings?workspace_id=${stranger.workspaceId}&limit=1&cursor=${cursor}`;

    expect(expectError(contract, await list(`&limit=1&cursor=${cursor}x`), 400)).toEqual(['bad_request cursor']);
    expect(expectError(contract, await list(`&limit=1&source=bot&cursor=${cursor}`), 400)).toEqual([
      'bad_request cursor',
    ]);
    expect(expectError(contract, await call('GET', theirs, { key: stranger.key }), 400)).toEqual([
      'bad_request cursor',
    ]);
    expect((await call('GET', theirs, { key: owner.key })).status).toBe(401);
  });
});

describe('GET /meetings refused', () => {
  it.each([
    ['a page', '&page=2', ['bad_request page']],
    ['a page size of old', '&per_page=10', ['bad_request per_page']],
    ['an unknown filter', '&title=Weekly', ['bad_request title']],
    ['an unknown phase', '&phase=soon', ['bad_request phase']],
    ['an unknown platform', '&platform=webex', ['bad_request platform']],
    ['an unknown source', '&source=calendar', ['bad_request source']],
    ['an include of nothing known', '&include=results', ['bad_request include']],
    ['a date without a time', '&starts_after=2026-11-02', ['bad_request starts_after']],
    ['a day that is none', '&starts_before=2026-02-30T10:00:00Z', ['bad_request starts_before']],
    ['no email', '&participant_email=ben', ['bad_request participant_email']],
    ['a limit of 0', '&limit=0', ['bad_request limit']],
    ['a limit of 101', '&limit=101', ['bad_request limit']],
    ['a limit of no number', '&limit=ten', ['bad_request limit']],
    ['a limit in other digits', '&limit=1e1', ['bad_request limit']],
    ['an empty limit', '&limit=', ['bad_request limit']],
    ['one filter twice', '&source=bot&source=bot', ['bad_request source']],
    ['two mistakes', '&limit=0&phase=soon', ['bad_request phase', 'bad_request limit']],
  ])('400: %s', async (_what, query, codes) => {
    const { list } = await aMeetingListWorld();

    expect(expectError(contract, await list(query), 400)).toEqual(codes);
  });

  it.each(['starts_after', 'starts_before'])('400: updated_after beside %s', async (name) => {
    const { list } = await aMeetingListWorld();

    expect(expectError(contract, await list(`&updated_after=${minutes(0)}&${name}=${minutes(0)}`), 400)).toEqual([
      'bad_request updated_after',
    ]);
  });

  it('400: updated_after beside member_id', async () => {
    const { list, aMember } = await aMeetingListWorld();
    const ben = await aMember('Ben');

    expect(expectError(contract, await list(`&updated_after=${minutes(0)}&member_id=${ben}`), 400)).toEqual([
      'bad_request updated_after',
    ]);
  });

  it.each(['', '?workspace_id=', '?workspace_id=%20'])('400: no workspace: "%s"', async (query) => {
    const { call, owner } = await aMeetingListWorld();

    expect(expectError(contract, await call('GET', `/meetings${query}`, { key: owner.key }), 400)).toEqual([
      'bad_request workspace_id',
    ]);
  });
});

describe('GET /meetings with limits', () => {
  it.each([
    ['1', 1],
    ['26', 26],
    ['100', 27],
  ] as const)('200: a limit of %s', async (limit, count) => {
    const { aMeeting, list } = await aMeetingListWorld();
    for (let at = 0; at < 27; at += 1) await aMeeting(`No ${at}`, 60 + at);

    expect((await list(`&limit=${limit}`)).body.data).toHaveLength(count);
    expect((await list()).body.data).toHaveLength(25);
  });
});

import { sendBotContract as contract } from '#shared/capture/bots/contract';
import { oneTurn } from '#test/doubles/aws/latency';
import { inMemoryMainTable } from '#test/doubles/dynamodb/in-memory-dynamodb';
import { aWorld } from '#test/support/api';
import { aBotStory, type BotStory, minutes } from '#test/support/bot-story';
import { expectError, expectSuccess } from '#test/support/expect-response';
import { describe, expect, it } from '#test/support/jest';

/** The id of the meeting of an event that starts so many minutes from noon. */
const aMeetingAt = async ({ push }: BotStory, start: number, more: object = {}): Promise<string> => {
  const event = { ical_uid: `at-${start}@acme.test`, starts_at: minutes(start), ends_at: minutes(start + 30), ...more };
  return (await push(event)).body.meeting_id;
};

const joinedBy = async ({ send }: BotStory, body: object = {}): Promise<string> => (await send(body)).body.meeting_id;

describe('POST /bots with the link of a meeting', () => {
  it.each([-15, 0, 15])('201: the bot joins the meeting that starts %d minutes from now', async (start) => {
    const story = await aBotStory();
    const meeting = await aMeetingAt(story, start);

    expect(await joinedBy(story)).toBe(meeting);
    expect((await story.meeting(meeting)).recordings).toMatchObject([{ status: 'queued' }]);
  });

  it.each([-16, 16])('201: the bot does not join a meeting that starts %d minutes from now', async (start) => {
    const story = await aBotStory();
    const meeting = await aMeetingAt(story, start);

    expect(await joinedBy(story)).not.toBe(meeting);
  });

  it('201: the distance is counted from join_at', async () => {
    const story = await aBotStory();
    const [now, later] = [await aMeetingAt(story, 0), await aMeetingAt(story, 120)];

    expect(await joinedBy(story, { join_at: minutes(110) })).toBe(later);
    expect(await joinedBy(story)).toBe(now);
  });

  it('201: the bot joins the meeting that starts nearest', async () => {
    const story = await aBotStory();
    await aMeetingAt(story, -12);
    const nearest = await aMeetingAt(story, 5);
    await aMeetingAt(story, 10);

    expect(await joinedBy(story)).toBe(nearest);
  });

  it('201: the bot does not join a cancelled meeting', async () => {
    const story = await aBotStory();
    const cancelled = await aMeetingAt(story, 1);
    await aMeetingAt(story, 1, { cancelled: true });
    const other = await aMeetingAt(story, 9);

    expect(cancelled).not.toBe(other);
    expect(await joinedBy(story)).toBe(other);
  });

  it('201: the bot joins a meeting whose link is written differently', async () => {
    const story = await aBotStory();
    const meeting = await aMeetingAt(story, 5, { meeting_url: 'https://meet.google.com/ABC-good-def?authuser=1' });

    expect(await joinedBy(story)).toBe(meeting);
  });

  it('201: the bot does not join a meeting of another workspace', async () => {
    const story = await aBotStory();
    const meeting = await aMeetingAt(story, 0);
    const other = await story.world.anOwner('Other');

    const { body } = await story.send({ workspace_id: other.workspaceId }, other.key);

    expect(body.meeting_id).not.toBe(meeting);
  });

  it('201: the bot joins a live meeting that began two hours ago', async () => {
    const story = await aBotStory();
    const { id, meeting_id } = (await story.send()).body;
    await story.workers.work(id);
    story.says(id, { state: 'recording', startedAt: story.world.clock.now(), lookAgainAt: null });
    await story.workers.work(id);
    story.world.clock.advance(2 * 3_600_000);

    expect(expectError(contract, await story.send(), 409)).toEqual(['conflict']);
    expect(await joinedBy(story, { allow_multiple_bots: true })).toBe(meeting_id);
  });

  it('201: the participants are those invited without rooms, unless the request names others', async () => {
    const story = await aBotStory();
    await aMeetingAt(story, 0, {
      attendees: [
        { name: 'Ada', email: 'ada@acme.test', response: 'accepted' },
        { name: 'Room', email: 'c_1@resource.calendar.google.com', response: 'accepted' },
      ],
    });

    expect((await story.send()).body.participants).toEqual([{ name: 'Ada', email: 'ada@acme.test' }]);
    const named = await story.send({ participants: [{ name: 'Ben' }], allow_multiple_bots: true });
    expect(named.body.participants).toEqual([{ name: 'Ben', email: null }]);
  });

  it('201: the meeting keeps its title and start', async () => {
    const story = await aBotStory();
    const meeting = await aMeetingAt(story, 10);

    await story.send({ title: 'Mine', join_at: minutes(5) });

    expect(await story.meeting(meeting)).toMatchObject({
      title: 'Weekly',
      starts_at: minutes(10),
      source: 'calendar_sync',
    });
  });

  it('201: the request changes the existing settings of the meeting', async () => {
    const story = await aBotStory();
    const { meeting_id } = (await story.send({ language: 'de', recording_mode: 'audio_only' })).body;

    await story.send({ language: 'fr', allow_multiple_bots: true });

    const { settings } = await story.meeting(meeting_id);
    expect(settings.assignments.filter(({ own }: { own: boolean }) => own)).toHaveLength(1);
    expect(settings).toMatchObject({
      transcription: { language: 'fr' },
      recording: { enabled: true, methods: { bot: { mode: 'audio_only' } } },
    });
  });
});

describe('POST /bots while the meeting has an unfinished bot', () => {
  it('409: the error names the unfinished bot', async () => {
    const story = await aBotStory();
    const { id } = (await story.send()).body;

    const answered = await story.send();

    expect(expectError(contract, answered, 409)).toEqual(['conflict']);
    expect(answered.body.errors[0].message).toContain(id);
  });

  it('409: an automatic bot counts as well', async () => {
    const story = await aBotStory();
    await story.createSettings({ recording: { enabled: true } });
    const meeting = await aMeetingAt(story, 10);
    const [{ id }] = (await story.meeting(meeting)).recordings;

    const answered = await story.send();

    expect(expectError(contract, answered, 409)).toEqual(['conflict']);
    expect(answered.body.errors[0].message).toContain(id);
  });

  it('201: allow_multiple_bots adds a second bot to the meeting', async () => {
    const story = await aBotStory();
    const { meeting_id } = (await story.send()).body;

    const body = expectSuccess(contract, await story.send({ allow_multiple_bots: true }), 201);

    expect(body.meeting_id).toBe(meeting_id);
    expect((await story.meeting(meeting_id)).recordings).toHaveLength(2);
  });

  it('201: a bot can be sent after the first one ended', async () => {
    const story = await aBotStory();
    await story.cancel((await story.send()).body.id);

    expectSuccess(contract, await story.send(), 201);
  });

  it('201 for one of thirty concurrent requests, 409 for the others, and one meeting', async () => {
    const story = await aBotStory(aWorld({}, inMemoryMainTable({ latency: oneTurn })));

    const answers = await Promise.all(Array.from({ length: 30 }, () => story.send()));

    const sent = answers.filter(({ status }) => status === 201);
    const refused = answers.filter(({ status }) => status === 409);
    expect([sent.length, refused.length]).toEqual([1, 29]);
    for (const { body } of refused) expect(body.errors[0].message).toContain(sent[0]?.body.id);
    const types = story.world.dynamo.items().map(({ type }) => type?.S);
    expect([types.filter((type) => type === 'bot'), types.filter((type) => type === 'meeting')]).toEqual([
      ['bot'],
      ['meeting'],
    ]);
  });

  it('201: three concurrent requests with allow_multiple_bots share one meeting', async () => {
    const story = await aBotStory(aWorld({}, inMemoryMainTable({ latency: oneTurn })));

    const ids = await Promise.all([1, 2, 3].map(() => joinedBy(story, { allow_multiple_bots: true })));

    expect(new Set(ids).size).toBe(1);
    expect((await story.meeting(ids[0] ?? '')).recordings).toHaveLength(3);
  });
});

describe('POST /bots for a meeting that has many', () => {
  const another = { join_at: minutes(60), allow_multiple_bots: true };

  it('409: a meeting has at most twenty unfinished bots, which are cancelled with its calendar event', async () => {
    const story = await aBotStory();
    const meeting = await aMeetingAt(story, 60);
    for (let sent = 0; sent < 20; sent += 1) expectSuccess(contract, await story.send(another), 201);

    const refused = expectError(contract, await story.send(another), 409);
    const cancelled = await aMeetingAt(story, 60, { cancelled: true });

    expect(refused).toEqual(['conflict']);
    expect(cancelled).toBe(meeting);
    const { recordings } = await story.meeting(meeting);
    expect(new Set(recordings.map(({ status }: { status: string }) => status))).toEqual(new Set(['cancelled']));
  });

  it('201: a cancelled bot leaves room for another', async () => {
    const story = await aBotStory();
    const [first] = await Promise.all(Array.from({ length: 20 }, () => story.send(another)));
    await story.cancel(first?.body.id);

    expectSuccess(contract, await story.send(another), 201);
  });
});

describe('a pushed event whose link has a bot', () => {
  it.each([-15, 0, 15])('gets no bot where it starts %d minutes from the join time of the bot', async (distance) => {
    const story = await aBotStory();
    await story.createSettings({ recording: { enabled: true } });
    await story.send({ join_at: minutes(60) });

    const meeting = await aMeetingAt(story, 60 + distance);

    expect((await story.meeting(meeting)).recordings).toEqual([]);
  });

  it.each([44, 76])('gets a bot of its own where it starts %d minutes from noon', async (start) => {
    const story = await aBotStory();
    await story.createSettings({ recording: { enabled: true } });
    await story.send({ join_at: minutes(60) });

    const meeting = await aMeetingAt(story, start);

    expect((await story.meeting(meeting)).recordings).toMatchObject([{ status: 'queued' }]);
  });

  it('gets no bot when one of its members deletes it', async () => {
    const story = await aBotStory();
    await story.createSettings({ recording: { enabled: true } });
    await story.send({ join_at: minutes(60) });
    const meeting = await aMeetingAt(story, 60);
    const [byBen, byCleo] = ['ben', 'cleo'].map((name) => ({ member_data: { email: `${name}@acme.test` } }));
    await aMeetingAt(story, 60, byBen);
    const event = { ical_uid: 'at-60@acme.test', starts_at: minutes(60), ends_at: minutes(90) };
    const cleos = (await story.push({ ...event, ...byCleo })).body.id;

    await story.push({ ical_uid: 'at-60@acme.test', ...byBen, cancelled: true, meeting_url: null });
    const byPush = (await story.meeting(meeting)).recordings;
    await story.deleteEvent(cleos);

    expect([byPush, (await story.meeting(meeting)).recordings]).toEqual([[], []]);
  });

  it('gets a bot of its own once that bot has ended', async () => {
    const story = await aBotStory();
    await story.createSettings({ recording: { enabled: true } });
    await story.cancel((await story.send({ join_at: minutes(60) })).body.id);

    const meeting = await aMeetingAt(story, 60);

    expect((await story.meeting(meeting)).recordings).toMatchObject([{ status: 'queued' }]);
  });
});

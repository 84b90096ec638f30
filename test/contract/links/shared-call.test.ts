import { oneTurn } from '#test/doubles/aws/latency';
import { inMemoryMainTable } from '#test/doubles/dynamodb/in-memory-dynamodb';
import { aWorld } from '#test/support/api';
import { aBotStory, type BotStory, minutes } from '#test/support/bot-story';
import { failedWith, recordingSince } from '#test/support/fake-recorder';
import { describe, expect, it } from '#test/support/jest';
import { settingsPropagationWorker } from '#test/support/settings-propagation-worker';

const ROOM = 'https://acme.zoom.us/j/1234567890';
/** The same call, written as another invitation has it. */
const SAME_ROOM = 'https://us02web.zoom.us/j/1234567890?pwd=abc';

/** A workspace that records everything. */
async function aRecordingStory(world = aWorld()) {
  const story = await aBotStory(world);
  await story.createSettings({ recording: { enabled: true } });
  const background = settingsPropagationWorker(world);
  await background.untilDone();
  world.clock.set(Date.parse(minutes(0)) as never);
  return { ...story, background };
}
type RecordingStory = Awaited<ReturnType<typeof aRecordingStory>>;

const event = (uid: string, start: number, more: object = {}) => ({
  ical_uid: `${uid}@acme.test`,
  starts_at: minutes(start),
  ends_at: minutes(start + 30),
  meeting_url: uid === 'first' ? ROOM : SAME_ROOM,
  ...more,
});

/** The id of the meeting of an event. */
const pushed = async ({ push }: BotStory, uid: string, start: number, more: object = {}): Promise<string> =>
  (await push(event(uid, start, more))).body.meeting_id;

/** The statuses of a meeting's bots, and why it has none. */
async function stateOf({ meeting }: BotStory, id: string) {
  const { recordings, settings } = await meeting(id);
  const { reason } = settings.sources['recording.enabled'];
  return { bots: recordings.map(({ status }: { status: string }) => status), ...(reason && { reason }) };
}

const ELSEWHERE = { bots: [], reason: 'recorded_elsewhere' };

/** A first meeting at 13:00 with the bot, and a second ten minutes later that relies on it. */
async function twoInOneCall() {
  const story = await aRecordingStory();
  const first = await pushed(story, 'first', 60);
  const second = await pushed(story, 'second', 70);
  const [bot] = (await story.meeting(first)).recordings;
  const states = async () => [await stateOf(story, first), await stateOf(story, second)];
  return { ...story, first, second, botId: bot.id as string, states };
}

/** What the background has done when its first walk is over. */
const followed = ({ background }: RecordingStory) => background.run();

describe('two meetings of one call at one time', () => {
  it.each([
    ['the earlier event', 60, 70],
    ['the later event', 70, 60],
    ['an event at the same time', 60, 60],
    ['an event a quarter of an hour before', 75, 60],
  ])('the bot is that of %s, which was pushed first, and the second says recorded_elsewhere', async (_, one, other) => {
    const story = await aRecordingStory();
    const first = await pushed(story, 'first', one);
    const second = await pushed(story, 'second', other);

    expect(await stateOf(story, first)).toEqual({ bots: ['queued'] });
    expect(await stateOf(story, second)).toEqual(ELSEWHERE);
    const { settings } = await story.meeting(second);
    expect(settings.recording.enabled).toBe(false);
    expect(settings.sources['recording.enabled']).toEqual({ assignment_id: null, reason: 'recorded_elsewhere' });
  });

  it('sixteen minutes apart each meeting has a bot', async () => {
    const story = await aRecordingStory();
    const ids = [await pushed(story, 'first', 60), await pushed(story, 'second', 76)];

    for (const id of ids) expect(await stateOf(story, id)).toEqual({ bots: ['queued'] });
  });

  it.each([0, 5, 10, 15])('pushed at once, %d minutes apart, they have one bot between them', async (distance) => {
    const story = await aRecordingStory(aWorld({}, inMemoryMainTable({ latency: oneTurn })));
    const starts = [70, 70 + distance];

    const ids = await Promise.all(starts.map((start, nth) => pushed(story, nth === 0 ? 'first' : 'second', start)));

    const states = await Promise.all(ids.map((id) => stateOf(story, id)));
    expect(states.toSorted((one, other) => other.bots.length - one.bots.length)).toEqual([
      { bots: ['queued'] },
      ELSEWHERE,
    ]);
  });

  it('a bot sent by hand and a push at once: one bot', async () => {
    const story = await aRecordingStory(aWorld({}, inMemoryMainTable({ latency: oneTurn })));

    await Promise.all([pushed(story, 'first', 60), story.send({ meeting_url: SAME_ROOM, join_at: minutes(65) })]);

    const bots = story.world.dynamo.items().filter(({ type }) => type?.S === 'bot');
    expect(bots).toHaveLength(1);
  });

  it('a push that changes nothing about the call leaves each meeting as it is', async () => {
    const story = await twoInOneCall();
    const before = await story.states();

    await pushed(story, 'first', 60, { title: 'Renamed' });
    await pushed(story, 'second', 70, { title: 'Renamed too' });
    await followed(story);

    expect(await story.states()).toEqual(before);
  });

  it('POST /bots names the bot of the first meeting where it would join the second', async () => {
    const story = await twoInOneCall();

    const { status, body } = await story.send({ meeting_url: ROOM, join_at: minutes(72) });

    expect(status).toBe(409);
    expect(body.errors[0].message).toContain(story.botId);
  });
});

describe('PATCH /bots/{id} with the link of another call', () => {
  /** The bot of the first meeting, and one that was sent by hand to another call at the same time. */
  async function aBotElsewhere() {
    const story = await twoInOneCall();
    const { body: other } = await story.send({
      meeting_url: 'https://meet.google.com/abc-good-def',
      join_at: minutes(65),
    });
    return { ...story, move: (body: object) => story.patch(other.id, body), other: () => story.bot(other.id) };
  }

  it('409: names the bot that is in the call, however the link is written', async () => {
    const { move, other, botId } = await aBotElsewhere();
    const before = await other();

    for (const meeting_url of [ROOM, SAME_ROOM]) {
      const { status, body } = await move({ meeting_url });
      expect([status, body.errors[0].code]).toEqual([409, 'conflict']);
      expect(body.errors[0].message).toContain(botId);
    }
    expect(await other()).toEqual(before);
  });

  it.each([
    ['with allow_multiple_bots', { allow_multiple_bots: true }],
    ['more than a quarter of an hour away', { join_at: minutes(90) }],
  ])('200: %s', async (_, more) => {
    const { move, other } = await aBotElsewhere();

    expect((await move({ meeting_url: ROOM, ...more })).status).toBe(200);
    expect((await other()).meeting_url).toBe(ROOM);
  });

  it('200: once the bot of the call was cancelled', async () => {
    const { move, cancel, botId } = await aBotElsewhere();
    await cancel(botId);

    expect((await move({ meeting_url: ROOM })).status).toBe(200);
  });

  it('200: a link to its own call is not checked against its own bot', async () => {
    const { move } = await aBotElsewhere();

    expect((await move({ meeting_url: 'https://meet.google.com/abc-good-def?authuser=1' })).status).toBe(200);
  });

  it('one of two bots that move into one call at once stays where it is', async () => {
    const story = await aBotStory(aWorld({}, inMemoryMainTable({ latency: oneTurn })));
    const links = ['https://meet.google.com/abc-good-def', 'https://meet.google.com/xyz-good-abc'];
    const ids = await Promise.all(
      links.map(async (meeting_url) => (await story.send({ meeting_url, join_at: minutes(60) })).body.id),
    );

    const moved = await Promise.all(ids.map((id) => story.patch(id, { meeting_url: ROOM })));

    expect(moved.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });
});

describe('a meeting that relies on the bot of another', () => {
  it('is looked at again by a job that does not name the room, which may be called like a person', async () => {
    const story = await aRecordingStory();
    const room = { meeting_url: 'https://acme.zoom.us/my/ada.lovelace' };
    const first = await pushed(story, 'first', 60, room);
    const second = await pushed(story, 'second', 70, room);
    const [bot] = (await story.meeting(first)).recordings;
    const reaches = () => story.world.dynamo.items().filter(({ sk }) => sk?.S?.includes('job.reach'));
    const before = reaches().length;

    await story.cancel(bot.id);

    expect(reaches().length).toBe(before + 1);
    expect(JSON.stringify(reaches())).not.toContain('lovelace');
    await followed(story);
    expect(await stateOf(story, second)).toEqual({ bots: ['queued'] });
  });

  it.each([
    ['is cancelled with DELETE /bots/{id}', (story: Two) => story.cancel(story.botId)],
    ['is cancelled with its event', (story: Two) => story.push({ ...event('first', 60), cancelled: true })],
    ['leaves with its meeting, which moves away', (story: Two) => story.push(event('first', 120))],
    [
      'leaves with its meeting, which gets another link',
      (story: Two) => story.push({ ...event('first', 60), meeting_url: 'https://meet.google.com/abc-good-def' }),
    ],
    [
      'is cancelled with the link of its meeting',
      (story: Two) => story.push({ ...event('first', 60), meeting_url: null }),
    ],
  ])('gets a bot when the other one %s', async (_, lose) => {
    const story = await twoInOneCall();

    await lose(story);
    await followed(story);

    expect(await stateOf(story, story.second)).toEqual({ bots: ['queued'] });
  });

  it('gets a bot when the other one fails before it has joined', async () => {
    const story = await twoInOneCall();
    story.world.clock.advance(57 * 60_000);
    await story.workers.work(story.botId);
    story.says(story.botId, failedWith('not_admitted', story.world.clock.now()));
    await story.workers.work(story.botId);
    await followed(story);

    expect(await story.states()).toEqual([{ bots: ['failed'] }, { bots: ['queued'] }]);
  });

  it('gets none when the other one ends after it has joined', async () => {
    const story = await twoInOneCall();
    story.world.clock.advance(57 * 60_000);
    await story.workers.work(story.botId);
    story.says(story.botId, recordingSince(story.world.clock.now()));
    await story.workers.work(story.botId);
    await story.cancel(story.botId);
    await followed(story);
    await pushed(story, 'second', 70, { title: 'Renamed' });

    expect(await stateOf(story, story.second)).toEqual(ELSEWHERE);
  });

  it('gets a bot when it moves away itself, and gives it up when it comes back', async () => {
    const story = await twoInOneCall();

    await pushed(story, 'second', 100);
    const away = await stateOf(story, story.second);
    await pushed(story, 'second', 70);

    expect(away).toEqual({ bots: ['queued'] });
    expect(await story.states()).toEqual([{ bots: ['queued'] }, { bots: ['cancelled'], reason: 'recorded_elsewhere' }]);
  });

  it('gets a bot that joins as usual, and the first comes back without one', async () => {
    const story = await twoInOneCall();

    await pushed(story, 'first', 120);
    await followed(story);
    await pushed(story, 'first', 60);

    expect(await story.states()).toEqual([{ bots: ['cancelled'], reason: 'recorded_elsewhere' }, { bots: ['queued'] }]);
    expect((await story.meeting(story.second)).recordings).toMatchObject([{ started_at: minutes(67) }]);
  });

  it('of two such meetings one gets the bot', async () => {
    const story = await twoInOneCall();
    const third = await pushed(story, 'third', 65);

    await story.push(event('first', 120));
    await followed(story);

    const states = [await stateOf(story, third), await stateOf(story, story.second)];
    expect(states).toEqual([{ bots: ['queued'] }, ELSEWHERE]);
  });

  it('gets none when its own recording is turned off meanwhile', async () => {
    const story = await twoInOneCall();
    const { body } = await story.createSettings({ recording: { enabled: false }, scope: [`meeting:${story.second}`] });
    expect(body.id).toMatch(/^set_/);

    await story.cancel(story.botId);
    await followed(story);

    expect((await stateOf(story, story.second)).bots).toEqual([]);
  });
});

type Two = Awaited<ReturnType<typeof twoInOneCall>>;

import { aBotStory, minutes as noonAnd } from '#test/support/bot-story';
import { endedAfter, failedWith, recordingSince } from '#test/support/fake-recorder';
import { describe, expect, it } from '#test/support/jest';
import { settingsPropagationWorker } from '#test/support/settings-propagation-worker';

const MINUTE_MS = 60_000;
const OTHER_CALL = 'https://zoom.us/j/1234567890?pwd=abc';

/** A recorded meeting an hour ahead, whose automatic bot was sent to its call at the time. */
async function aSentBot() {
  const story = await aBotStory();
  await story.createSettings({ recording: { enabled: true } });
  const { body: event } = await story.push();
  const planning = settingsPropagationWorker(story.world);
  await planning.untilDone();
  const shown = async () => (await story.meeting(event.meeting_id)).recordings as { id: string; status: string }[];
  const [first] = await shown();
  if (!first) throw new Error('The meeting has no bot.');
  const now = () => story.world.clock.now();
  const until = (minutes: number) => story.world.clock.set(Date.parse(noonAnd(minutes)) as ReturnType<typeof now>);
  until(57);
  await story.workers.work(first.id);
  const reports = async (what: ReturnType<typeof recordingSince>) => {
    story.says(first.id, what);
    await story.workers.work(first.id);
  };
  return {
    ...story,
    first: first.id,
    until,
    shown,
    statuses: async () => (await shown()).map(({ status }) => status),
    last: async () => story.bot((await shown()).at(-1)?.id ?? ''),
    planAgain: () => planning.untilDone(),
    startsRecording: () => reports(recordingSince(now())),
    endsRecording: () => reports(endedAfter((now() - 5 * MINUTE_MS) as ReturnType<typeof now>, 300)),
    isTurnedAway: () => reports(failedWith('not_admitted', now())),
  };
}

describe('an automatic bot that is joining', () => {
  it.each<[string, Readonly<Record<string, string>>, string]>([
    ['another call', { meeting_url: OTHER_CALL }, 'call'],
    ['a later time', { starts_at: noonAnd(70), ends_at: noonAnd(130) }, 'time'],
    ['an earlier time', { starts_at: noonAnd(58) }, 'time'],
  ])('leaves when its occurrence moves to %s, and another is planned at once', async (_where, moved, why) => {
    const { first, push, workers, asked, bot, statuses, last } = await aSentBot();

    await push(moved);
    await workers.runJobs();

    expect(await statuses()).toEqual(['cancelled', 'queued']);
    expect(asked.cancelled).toEqual([first]);
    expect((await bot(first)).recorder_notes).toEqual([`The bot left, since its meeting was moved to another ${why}.`]);
    expect(await last()).toMatchObject({ status: 'queued', meeting_url: moved['meeting_url'] ?? expect.any(String) });
  });

  it('brings the next one to the new room in the last minutes', async () => {
    const { push, workers, asked, last, until } = await aSentBot();
    until(59);

    await push({ meeting_url: OTHER_CALL });
    await workers.work((await last()).id);

    expect(asked.sent.at(-1)?.meetingUrl).toBe(OTHER_CALL);
    expect(await last()).toMatchObject({ status: 'joining', meeting_url: OTHER_CALL });
  });

  it('stays when its occurrence has another title or end', async () => {
    const { push, statuses } = await aSentBot();

    await push({ title: 'Monthly', ends_at: noonAnd(150) });

    expect(await statuses()).toEqual(['joining']);
  });
});

describe('the end of a bot', () => {
  it('plans again where the call changed while it recorded', async () => {
    const { push, startsRecording, endsRecording, planAgain, statuses, last, until } = await aSentBot();
    await startsRecording();
    until(65);
    await push({ meeting_url: OTHER_CALL });
    expect(await statuses()).toEqual(['in_call']);

    until(70);
    await endsRecording();
    await planAgain();

    expect(await statuses()).toEqual(['completed', 'queued']);
    expect(await last()).toMatchObject({ meeting_url: OTHER_CALL });
  });

  it('plans again where its occurrence moved to a later start while it recorded', async () => {
    const { push, startsRecording, endsRecording, planAgain, statuses, last, until } = await aSentBot();
    await startsRecording();
    until(65);
    await push({ starts_at: noonAnd(180), ends_at: noonAnd(240) });
    until(70);
    await endsRecording();
    await planAgain();

    expect(await statuses()).toEqual(['completed', 'queued']);
    expect(await last()).toMatchObject({ join_at: noonAnd(177) });
  });

  it.each([
    ['nothing changed', {}],
    ['its occurrence has another title', { title: 'Monthly' }],
    ['its occurrence moved to an earlier start', { starts_at: noonAnd(30) }],
    ['its occurrence is over', { meeting_url: OTHER_CALL, ends_at: noonAnd(66) }],
    ['its occurrence is cancelled', { meeting_url: OTHER_CALL, cancelled: true }],
  ])('plans none where %s', async (_what, changed) => {
    const { push, startsRecording, endsRecording, planAgain, statuses, until } = await aSentBot();
    await startsRecording();
    until(65);
    await push(changed);
    until(70);
    await endsRecording();
    await planAgain();

    expect(await statuses()).toEqual(['completed']);
  });

  it('plans again where the link was lost while it joined, and another is there now', async () => {
    const { push, startsRecording, endsRecording, planAgain, statuses, last, until } = await aSentBot();
    await push({ meeting_url: null });
    await startsRecording();
    until(65);
    await push({ meeting_url: OTHER_CALL });
    until(70);
    await endsRecording();
    await planAgain();

    expect(await statuses()).toEqual(['completed', 'queued']);
    expect(await last()).toMatchObject({ meeting_url: OTHER_CALL });
  });

  it('plans none where the other call is one that no bot can join', async () => {
    const { push, startsRecording, endsRecording, planAgain, statuses, until } = await aSentBot();
    await startsRecording();
    until(65);
    await push({ meeting_url: 'https://acme.webex.com/meet/ada', starts_at: noonAnd(90) });
    until(70);
    await endsRecording();
    await planAgain();

    expect(await statuses()).toEqual(['completed']);
  });

  it('plans none after a DELETE of the one that was planned again', async () => {
    const { push, cancel, startsRecording, endsRecording, planAgain, statuses, last, until } = await aSentBot();
    await startsRecording();
    until(65);
    await push({ meeting_url: OTHER_CALL });
    until(70);
    await endsRecording();
    await planAgain();
    await cancel((await last()).id);
    await push({ meeting_url: OTHER_CALL, starts_at: noonAnd(90) });
    await planAgain();

    expect(await statuses()).toEqual(['completed', 'cancelled']);
  });

  it('plans again by a later push, after it was turned away at the old call', async () => {
    const { push, isTurnedAway, statuses, last } = await aSentBot();
    await isTurnedAway();
    expect(await statuses()).toEqual(['failed']);

    await push({ meeting_url: OTHER_CALL });

    expect(await statuses()).toEqual(['failed', 'queued']);
    expect(await last()).toMatchObject({ meeting_url: OTHER_CALL });
  });

  it('plans none after a DELETE, and neither does a later push', async () => {
    const { first, push, cancel, startsRecording, planAgain, statuses, until } = await aSentBot();
    await startsRecording();
    until(65);
    await push({ meeting_url: OTHER_CALL });
    await cancel(first);
    await planAgain();
    await push({ meeting_url: OTHER_CALL, starts_at: noonAnd(90) });
    await planAgain();

    expect(await statuses()).toEqual(['cancelled']);
  });
});

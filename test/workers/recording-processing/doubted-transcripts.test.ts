import { comparisonAllowance } from '#shared/capture/bots/comparison-allowance-store';
import { HOUR_MS, type Instant, MINUTE_MS } from '#shared/foundation/core/time';
import { TranscriberUnavailable } from '#shared/meetings/recorders/ports';
import { aTranscriber, heard } from '#test/support/a-transcriber';
import { aWorld, noon } from '#test/support/api';
import { aBotStory } from '#test/support/bot-story';
import { endedAfter, SILENT, SPOKEN } from '#test/support/fake-recorder';
import { describe, expect, it } from '#test/support/jest';

const spokenFor = (seconds: number) => [{ speakerKey: 'ada', speakerName: 'Ada', start: 0, end: seconds }];
const SENTENCES = ['We ship on Friday.', 'Ben writes the notes.', 'Nobody objected to it.'];

interface Given {
  readonly made: string;
  readonly spokenSeconds?: number;
  readonly seconds?: number;
  readonly speech?: ReturnType<typeof aTranscriber>;
}

/** A recording whose recorder made that transcript, in a deployment with a speech service or without one. */
async function aRecording({ made, spokenSeconds, seconds = 60, speech }: Given) {
  const world = aWorld();
  const story = await aBotStory(world, speech ? { speech: speech.transcriber } : {});
  story.transcribes(made);
  story.seesSpeakers(spokenSeconds === undefined ? undefined : spokenFor(spokenSeconds));
  const { id, meeting_id } = (await story.send()).body;
  story.says(id, endedAfter(noon, seconds));
  world.clock.set((noon + MINUTE_MS) as Instant);
  const metric = (name: string) => story.workers.lines.flatMap(({ [name]: value }) => value ?? []);
  return {
    ...story,
    metric,
    async run(times = 4, every = MINUTE_MS) {
      for (let time = 0; time < times; time += 1) {
        world.clock.advance(every);
        await story.workers.work(id);
      }
      const [bot, meeting] = [await story.bot(id), await story.meeting(meeting_id)];
      const { transcript } = meeting.results;
      return {
        status: bot.status,
        notes: bot.recorder_notes,
        transcript: transcript.status,
        outcome: transcript.outcome,
      };
    },
    text: async () => {
      const results = await story.meeting(`${meeting_id}/results`);
      return results.transcript.segments.map(({ text }: { text: string }) => text);
    },
  };
}

describe('a transcript of a recorder that is doubted', () => {
  it('gives way to what the speech service hears, with the names of the speakers', async () => {
    const speech = aTranscriber({ answers: () => heard(...SENTENCES) });
    const { run, text, metric } = await aRecording({ made: SILENT, spokenSeconds: 30, speech });

    expect(await run()).toMatchObject({ status: 'completed', transcript: 'ready', outcome: 'spoken' });
    expect(await text()).toEqual(SENTENCES);
    expect(speech.asked).toHaveLength(1);
    expect([metric('SecondsHeardTwice'), metric('MeetingsWithWords')]).toEqual([[60], [1]]);
  });

  it('is lost where people spoke and the speech service hears nothing either', async () => {
    const speech = aTranscriber({ answers: () => heard() });
    const { run, metric } = await aRecording({ made: SILENT, spokenSeconds: 30, speech });

    expect(await run()).toMatchObject({ status: 'failed', transcript: 'failed', outcome: 'lost' });
    expect([metric('fault'), metric('MeetingsWithWords')]).toEqual([['lost'], [0]]);
  });

  it.each([
    [0, 'silent'],
    [5, 'no_words'],
    [undefined, 'silent'],
  ])('is kept without words where no one is known to have spoken: %s s, %s', async (spokenSeconds, outcome) => {
    const speech = aTranscriber({ answers: () => heard() });
    const given = spokenSeconds === undefined ? {} : { spokenSeconds };
    const { run, metric } = await aRecording({ made: SILENT, ...given, speech });

    expect(await run()).toMatchObject({ status: 'completed', transcript: 'ready', outcome });
    expect(metric('MeetingsWithWords')).toEqual([]);
  });

  it('is kept where the speech service hears hardly more, and stays doubtful', async () => {
    const speech = aTranscriber({ answers: () => heard(...SENTENCES) });
    const { run, text } = await aRecording({ made: SPOKEN, seconds: 600, spokenSeconds: 500, speech });

    expect(await run()).toMatchObject({ status: 'completed', transcript: 'ready', outcome: 'doubtful' });
    expect(await text()).toEqual([
      'We decided to ship the release on Friday.',
      'I will write the release notes tomorrow.',
    ]);
  });

  it('is kept where there is no speech service', async () => {
    const { run } = await aRecording({ made: SPOKEN, seconds: 600, spokenSeconds: 500 });

    expect(await run()).toMatchObject({ status: 'completed', outcome: 'doubtful' });
  });

  it('is kept where the speech service refuses the recording', async () => {
    const speech = aTranscriber({ answers: () => ({ status: 'failed', detail: 'No.' }) });
    const { run, text } = await aRecording({ made: SPOKEN, seconds: 600, spokenSeconds: 500, speech });

    expect(await run()).toMatchObject({ status: 'completed', outcome: 'doubtful' });
    expect(await text()).toHaveLength(2);
  });

  it('is kept after an hour in which the speech service is out of order', async () => {
    const speech = aTranscriber({ answers: () => Promise.reject(new TranscriberUnavailable('It is down.')) });
    const { run } = await aRecording({ made: SPOKEN, seconds: 600, spokenSeconds: 500, speech });

    expect((await run(3)).status).toBe('processing');
    expect(await run(3, HOUR_MS)).toMatchObject({ status: 'completed', outcome: 'doubtful' });
  });

  it('waits for a speech service at work, and is compared with its transcript', async () => {
    const running = { status: 'running', lookAgainAt: noon } as const;
    const speech = aTranscriber({ answers: (asked) => (asked < 2 ? running : heard(...SENTENCES)) });
    const { run } = await aRecording({ made: SILENT, spokenSeconds: 30, speech });

    expect(await run()).toMatchObject({ status: 'completed', outcome: 'spoken' });
    expect(speech.asked.map(([call]) => call)).toEqual(['start', 'check', 'check']);
  });

  it('is not compared beyond the minutes of the day', async () => {
    const speech = aTranscriber({ answers: () => heard(...SENTENCES) });
    const { run } = await aRecording({ made: SPOKEN, seconds: 3 * 3600, spokenSeconds: 9_000, speech });

    expect(await run()).toMatchObject({ status: 'completed', outcome: 'doubtful' });
    expect(speech.asked).toEqual([]);
  });

  it('is not compared beyond the minutes of its workspace, which leaves those of others', async () => {
    const speech = aTranscriber({ answers: () => heard(...SENTENCES) });
    const { run, world, owner, metric } = await aRecording({
      made: SILENT,
      seconds: 1_800,
      spokenSeconds: 900,
      speech,
    });
    const { take } = comparisonAllowance(world.context);
    const another = (await world.anOwner()).workspaceId;
    expect(await take(owner.workspaceId, 2_000)).toBe('taken');

    await run();

    expect([speech.asked, metric('SecondsHeardTwice')]).toEqual([[], []]);
    expect(await take(another, 3_600)).toBe('taken');
  });

  it('counts for as often as the speech service heard its recording', async () => {
    const speech = aTranscriber({ answers: () => ({ ...heard(...SENTENCES), heardSeconds: 3_000 }) });
    const { run, world, owner } = await aRecording({ made: SILENT, seconds: 1_000, spokenSeconds: 900, speech });
    const { take } = comparisonAllowance(world.context);

    await run();

    expect(await take(owner.workspaceId, 601)).toBe('used_up');
    expect(await take(owner.workspaceId, 600)).toBe('taken');
  });

  it('has repeated text cut, and says so in the notes of the bot', async () => {
    const cues = Array.from(
      { length: 12 },
      (_, nth) => `00:${10 + nth * 4}.000 --> 00:${14 + nth * 4}.000\nThank you for watching.\n`,
    );
    const { run, text } = await aRecording({ made: `WEBVTT\n\n${cues.join('\n')}`, seconds: 90 });

    expect(await run()).toMatchObject({
      outcome: 'doubtful',
      notes: ['A text that was repeated 12 times without a break is kept once.'],
    });
    expect(await text()).toEqual(['Thank you for watching.']);
  });
});

describe('a transcript of a recorder that fits its recording', () => {
  it('is stored without asking the speech service', async () => {
    const speech = aTranscriber();
    const { run } = await aRecording({ made: SPOKEN, speech });

    expect(await run()).toMatchObject({ status: 'completed', outcome: 'spoken', notes: [] });
    expect(speech.asked).toEqual([]);
  });
});

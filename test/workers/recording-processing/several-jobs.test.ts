import { handleTranscriptionEnd } from '#shared/capture/bots/commands/handle-transcription-end';
import { extractiveSummarizer } from '#shared/capture/summaries/extractive-summarizer/extractive-summarizer';
import type { BotId } from '#shared/foundation/core/ids';
import { type Instant, MINUTE_MS } from '#shared/foundation/core/time';
import { aWorld, noon } from '#test/support/api';
import { aBotStory } from '#test/support/bot-story';
import { endedAfter, SPOKEN } from '#test/support/fake-recorder';
import { describe, expect, it } from '#test/support/jest';

type Summarized = Awaited<ReturnType<ReturnType<typeof extractiveSummarizer>['start']>>;

/** A bot whose recording is about to be summarized, with two jobs: that of the watchdog, and that of a hint. */
async function aRecordingWithTwoJobs(start: (nth: number, done: Summarized) => Promise<Summarized>) {
  let summaries = 0;
  const { start: summarize } = extractiveSummarizer();
  const summarizer = {
    start: async (job: Parameters<typeof summarize>[0]) => {
      summaries += 1;
      return start(summaries, await summarize(job));
    },
  };
  const story = await aBotStory(aWorld(), { summarizer: { ...summarizer, check: summarizer.start } });
  const { clock, files } = story.world;
  story.transcribes({ status: 'running', lookAgainAt: noon });
  const { id } = (await story.send()).body;
  story.says(id, endedAfter(noon, 10));
  clock.set((noon + MINUTE_MS) as Instant);
  for (const _ of [1, 2]) await story.workers.work(id);
  await handleTranscriptionEnd(story.context)(id as BotId);
  story.transcribes(SPOKEN);
  return {
    ...story,
    runJobs: story.workers.runJobs,
    summaries: () => summaries,
    status: async () => (await story.bot(id)).status,
    storedTitle: () => {
      const [, bytes] = [...files.files].find(([key]) => key.endsWith('/summary.json')) ?? [];
      return bytes && JSON.parse(Buffer.from(bytes).toString()).title;
    },
    later: (minutes: number) => clock.advance(minutes * MINUTE_MS),
  };
}

const titled = (done: Summarized, title: string): Summarized =>
  done.status === 'done' ? { ...done, summary: { ...done.summary, title } } : done;

describe('a recording with two jobs', () => {
  it('is summarized once when both run at the same time', async () => {
    const { runJobs, later, summaries, status } = await aRecordingWithTwoJobs(async (_nth, done) => done);

    await Promise.all([runJobs(), runJobs()]);
    later(1);
    await runJobs();

    expect([await status(), summaries()]).toEqual(['completed', 1]);
  });

  it('is left alone by the second while the first is at work', async () => {
    const { runJobs, later, summaries } = await aRecordingWithTwoJobs(async (nth, done) => {
      if (nth === 1) {
        later(5);
        await runJobs();
      }
      return done;
    });

    await runJobs();

    expect(summaries()).toBe(1);
  });

  it('is taken up again six minutes after a worker died', async () => {
    const { runJobs, later, summaries, status } = await aRecordingWithTwoJobs((nth, done) =>
      nth === 1 ? new Promise(() => undefined) : Promise.resolve(done),
    );
    void runJobs();
    while (summaries() === 0) await new Promise((resolve) => setImmediate(resolve));

    await runJobs();
    expect(await status()).toBe('processing');
    later(6);
    await runJobs();

    expect([await status(), summaries()]).toEqual(['completed', 2]);
  });

  it('keeps the summary of the worker that overtook a slow one', async () => {
    const { runJobs, later, summaries, status, storedTitle } = await aRecordingWithTwoJobs(async (nth, done) => {
      if (nth > 1) return titled(done, 'of the second');
      later(7);
      await runJobs();
      return titled(done, 'of the first');
    });

    await runJobs();

    expect([await status(), summaries(), storedTitle()]).toEqual(['completed', 2, 'of the second']);
  });
});

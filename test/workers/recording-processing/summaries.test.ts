import { HOUR_MS, type Instant, MINUTE_MS } from '#shared/foundation/core/time';
import { type Summarizer, SummarizerUnavailable } from '#shared/meetings/summaries/ports';
import { aWorld, noon } from '#test/support/api';
import { aBotStory } from '#test/support/bot-story';
import { endedAfter } from '#test/support/fake-recorder';
import { describe, expect, it } from '#test/support/jest';

/** A bot whose call has ended, where another summarizer than the extractive one writes the summary. */
async function anEndedBot(start: Summarizer['start']) {
  const story = await aBotStory(aWorld(), { summarizer: { start, check: start } });
  const { id } = (await story.send()).body;
  story.says(id, endedAfter(noon, 10));
  story.world.clock.set((noon + MINUTE_MS) as Instant);
  for (const _ of [1, 2]) await story.workers.work(id);
  const engine = () => {
    const [, bytes] = [...story.world.files.files].find(([key]) => key.endsWith('/summary.json')) ?? [];
    return bytes && JSON.parse(Buffer.from(bytes).toString()).engine;
  };
  const status = async () => (await story.bot(id)).status;
  return {
    status,
    engine,
    async later(milliseconds: number) {
      story.world.clock.advance(milliseconds);
      await story.workers.runJobs();
    },
  };
}

const outage: Summarizer['start'] = async () => {
  throw new SummarizerUnavailable('503');
};

describe('an outage of the summarizer', () => {
  it('is waited for, and ends in its summary', async () => {
    let isOut = true;
    const { status, engine, later } = await anEndedBot(async (job) => {
      if (isOut) return outage(job);
      const summary = { engine: 'openai_compatible', language: 'en', template: 'general', title: 'T' } as const;
      return { status: 'done', summary: { ...summary, markdown: '# T', sections: [], actionItems: [] } };
    });
    await later(5 * HOUR_MS);
    expect([await status(), engine()]).toEqual(['processing', undefined]);

    isOut = false;
    await later(10 * MINUTE_MS);

    expect([await status(), engine()]).toEqual(['completed', 'openai_compatible']);
  });

  it('ends in an extractive summary after six hours', async () => {
    const { status, engine, later } = await anEndedBot(outage);

    for (let hour = 0; hour < 6; hour += 1) await later(HOUR_MS);

    expect([await status(), engine()]).toEqual(['completed', 'extractive']);
  });
});

it('a model that fails for good is followed by an extractive summary at once', async () => {
  const { status, engine } = await anEndedBot(async () => ({ status: 'failed', detail: 'It wrote prose.' }));

  expect([await status(), engine()]).toEqual(['completed', 'extractive']);
});

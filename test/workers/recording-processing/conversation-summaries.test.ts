import { workspaces } from '#shared/accounts/workspaces/store';
import { HOUR_MS } from '#shared/foundation/core/time';
import type { Summary } from '#shared/meetings/results/rules/results';
import { type Summarizer, SummarizerUnavailable, type SummaryJob } from '#shared/meetings/summaries/ports';
import { aSummaryWorld } from '#test/contract/conversations/a-summary';
import { housekeepingWorker } from '#test/support/housekeeping-worker';
import { describe, expect, it } from '#test/support/jest';
import { summaryWorker } from '#test/support/summary-worker';

const SUMMARY: Summary = {
  ...{ engine: 'openai_compatible', language: 'en', template: 'general', title: 'Release' },
  ...{ markdown: '# Release', sections: [], actionItems: [] },
};

/** A summarizer that counts what it is asked, and does `first` before it answers. */
function aSummarizer(first: (job: SummaryJob, asked: number) => unknown = () => undefined) {
  const asked: SummaryJob[] = [];
  const start: Summarizer['start'] = async (job) => {
    asked.push(job);
    await first(job, asked.length);
    return { status: 'done', summary: SUMMARY };
  };
  return { asked, summarizer: { start, check: start } };
}

describe('the job of a summary', () => {
  it('is made from the text, with the name of the conversation as its title', async () => {
    const { asked, summarizer } = aSummarizer();
    const { summary, worker } = await aSummaryWorld({ summarizer });
    await summary('?template=interview&language=de');

    await worker.run();

    expect(asked).toMatchObject([
      { meetingTitle: 'Release', invited: [], language: 'de', template: { id: 'interview' } },
    ]);
    expect(asked[0]?.transcript.segments).toHaveLength(2);
  });

  it('makes one summary where it is delivered twice, one after the other and at once', async () => {
    const { asked, summarizer } = aSummarizer();
    const { summary, worker } = await aSummaryWorld({ summarizer });
    await summary();
    const [job = ''] = worker.jobs();

    await Promise.all([worker.deliver(job), worker.deliver(job)]);
    await worker.deliver(job);

    expect(asked).toHaveLength(1);
    expect((await summary()).body.state).toBe('ready');
  });

  it('stores the summary again under the same key after a crash between the content and the row', async () => {
    const { asked, summarizer } = aSummarizer();
    const { summary, worker, world, summaryFiles } = await aSummaryWorld({ summarizer });
    await summary();
    let isCounted = false;
    const dying = summaryWorker(world, {
      summarizer,
      context: {
        ...world.context,
        changes: {
          save: async (change) => {
            // What it reads is counted before the summarizer is asked.
            if (!isCounted) {
              isCounted = true;
              return world.context.changes.save(change);
            }
            throw new Error('The function is gone.');
          },
        },
      },
    });
    await expect(dying.run()).rejects.toThrow('gone');
    expect([summaryFiles().length, (await summary()).body.state]).toEqual([1, 'processing']);

    worker.untilDue();
    await worker.run();

    expect([asked.length, summaryFiles().length, (await summary()).body.state]).toEqual([2, 1, 'ready']);
  });

  it('waits for a summarizer that is out of order, six hours at most', async () => {
    const { summarizer } = aSummarizer(() => {
      throw new SummarizerUnavailable('503');
    });
    const { summary, worker, world } = await aSummaryWorld({ summarizer });
    await summary();
    await worker.run();
    world.clock.advance(5 * HOUR_MS);
    await worker.run();
    expect((await summary()).body.state).toBe('processing');

    world.clock.advance(HOUR_MS);
    await worker.run();

    expect((await summary()).body).toMatchObject({ state: 'ready', engine: 'extractive' });
  });

  it('fails after five attempts that did not end, and is made anew by a call an hour later', async () => {
    let isBroken = true;
    const { asked, summarizer } = aSummarizer(() => {
      if (isBroken) throw new Error('A defect.');
    });
    const { summary, worker, world } = await aSummaryWorld({ summarizer });
    await summary();
    for (let attempt = 0; attempt < 5; attempt += 1) await expect(worker.run()).rejects.toThrow('A defect.');
    await worker.run();
    expect([asked.length, (await summary()).body.state, worker.isQuiet()]).toEqual([5, 'failed', true]);

    isBroken = false;
    world.clock.advance(HOUR_MS);
    expect((await summary()).body.state).toBe('processing');
    await worker.run();

    expect((await summary()).body.state).toBe('ready');
  });

  it('summarizes the text as it was ordered where it is corrected meanwhile', async () => {
    const { correct, ...world } = await aSummaryWorld();
    await world.summary();
    await correct();

    await world.worker.run();

    expect((await world.summary()).body.state).toBe('processing');
    expect(world.worker.jobs()).toHaveLength(2);
  });

  it('leaves nothing where the conversation is deleted while the summary is made', async () => {
    const remove: { now: () => Promise<unknown> } = { now: async () => undefined };
    const { summarizer } = aSummarizer(() => remove.now());
    const { summary, worker, world, summaryFiles, summaryRows, ...rest } = await aSummaryWorld({ summarizer });
    await summary();
    remove.now = async () => {
      await rest.remove('?permanent=true');
      await housekeepingWorker(world).untilQuiet();
    };

    await worker.run();

    expect([summaryFiles(), summaryRows(), worker.isQuiet()]).toEqual([[], [], true]);
  });

  it('is not done for an archived workspace', async () => {
    const { asked, summarizer } = aSummarizer();
    const { summary, worker, world, owner } = await aSummaryWorld({ summarizer });
    await summary();
    const before = await workspaces.find(world.context.table, owner.workspaceId);
    if (!before) throw new Error('There is no workspace.');
    const archived = { ...before.state, archivedAt: world.clock.now() };
    await world.context.changes.save({ at: world.clock.now(), writes: [workspaces.put(before, archived)] });

    await worker.run();

    expect([asked.length, worker.isQuiet()]).toEqual([0, true]);
  });
});

describe('the summaries of a conversation', () => {
  it('are deleted permanently with it', async () => {
    const { summary, worker, remove, world, summaryFiles, summaryRows } = await aSummaryWorld();
    await summary();
    await summary('?template=interview');
    await worker.run();
    expect([summaryFiles().length, summaryRows().length]).toEqual([2, 2]);

    await remove('?permanent=true');
    await housekeepingWorker(world).untilQuiet();

    expect([summaryFiles(), summaryRows()]).toEqual([[], []]);
  });
});

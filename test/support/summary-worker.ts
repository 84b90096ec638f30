import { recordingProcessing } from '#functions/workers/recording-processing/index';
import { extractiveSummarizer } from '#shared/capture/summaries/extractive-summarizer/extractive-summarizer';
import type { CommandContext } from '#shared/foundation/commands/context';
import type { Summarizer } from '#shared/meetings/summaries/ports';
import type { World } from '#test/support/api';

const INVOCATION = { getRemainingTimeInMillis: () => 900_000 };

interface Given {
  readonly context?: CommandContext;
  readonly summarizer?: Summarizer;
}

/** The worker of recordings, called directly with the jobs of summaries. It has no recorder: those jobs need none. */
export function summaryWorker({ context, clock, dynamo }: World, { summarizer, ...given }: Given = {}) {
  const fallbackSummarizer = extractiveSummarizer();
  const work = recordingProcessing(given.context ?? context, {
    personHashes: context.personHashes,
    recorders: {
      named: async () => {
        throw new Error('No recorder is asked.');
      },
    },
    files: context.files,
    uploads: context.uploadStorage as never,
    deletesRecorderData: false,
    summarizer: summarizer ?? fallbackSummarizer,
    fallbackSummarizer,
    stage: 'test',
    log: () => undefined,
  });
  const rows = () => dynamo.items().filter(({ sk }) => sk?.S === 'EVENT#job.summary');
  const waiting = () => rows().filter(({ due_pk }) => due_pk !== undefined);
  const deliver = (id: string) => work({ 'detail-type': 'job.summary', detail: { id } }, INVOCATION);

  return {
    /** Ids of the jobs that were written. */
    jobs: () => rows().map(({ pk }) => String(pk?.S)),
    isQuiet: () => waiting().length === 0,
    deliver,
    /** Runs each job that is not finished once. */
    async run(): Promise<void> {
      for (const { pk } of waiting()) await deliver(String(pk?.S));
    },
    /** Moves the clock to the next due time. */
    untilDue: () => clock.set(Math.max(clock.now(), ...waiting().map(({ due_at }) => Number(due_at?.N))) as never),
  };
}

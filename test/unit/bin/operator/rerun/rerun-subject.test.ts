import { UsageError } from '#bin/cli/cli-error';
import { rerunSubject } from '#bin/operator/rerun/rerun-subject';
import { auditEvents } from '#shared/accounts/audit-events/store';
import { archiveWorkspace } from '#shared/accounts/workspaces/commands/save-workspace';
import { recordingLeases } from '#shared/capture/bots/recording-leases-store';
import type { CommandContext } from '#shared/foundation/commands/context';
import type { BotId, WorkspaceId } from '#shared/foundation/core/ids';
import { conflict } from '#shared/foundation/core/refusal';
import { DAY_MS, type Instant, later, MINUTE_MS } from '#shared/foundation/core/time';
import type { RerunPart } from '#shared/meetings/bots/rules/rerun-recording';
import type { Summarizer } from '#shared/meetings/summaries/ports';
import { aFailedTranslation } from '#test/contract/orders/a-failed-order';
import { aTranscriber, heard } from '#test/support/a-transcriber';
import { aWorld, noon } from '#test/support/api';
import { aBotStory } from '#test/support/bot-story';
import { endedAfter } from '#test/support/fake-recorder';
import { describe, expect, it } from '#test/support/jest';

const PRINCIPAL = 'arn:aws:sts::111122223333:assumed-role/operators/ada';

const actionsIn = async ({ table, clock }: CommandContext, workspaceId: WorkspaceId) => {
  const page = { limit: 20, after: undefined };
  const { items } = await auditEvents.list(table, workspaceId, { now: clock.now() }, page);
  return items.map(({ action, actor, target, after }) => [action, actor, target.id, after]);
};

/** A bot whose call is over. Speech fails until `mend`, where it is asked; the summarizer writes what it is given. */
async function anEndedBot({ madeTranscript = false, seconds = 10 } = {}) {
  let isWell = false;
  const speech = aTranscriber({
    answers: () => (isWell ? heard('We ship on Friday.') : { status: 'failed', detail: 'No.' }),
  });
  const summaries: string[] = [];
  const summarize: Summarizer['start'] = async ({ transcript }) => {
    summaries.push(transcript.segments.map(({ text }) => text).join(' '));
    const summary = { engine: 'openai_compatible', language: 'en', template: 'general', title: 'T' } as const;
    return { status: 'done', summary: { ...summary, markdown: '# T', sections: [], actionItems: [] } };
  };
  const story = await aBotStory(aWorld(), {
    speech: speech.transcriber,
    summarizer: { start: summarize, check: summarize },
  });
  if (!madeTranscript) story.transcribes(undefined);
  const { id } = (await story.send()).body;
  story.says(id, endedAfter(noon, seconds));
  story.world.clock.set((noon + MINUTE_MS) as Instant);
  const context = { ...story.context, operator: PRINCIPAL };
  return {
    ...story,
    ...{ id: id as BotId, context, summaries, asked: speech.asked },
    work: async (times = 3) => {
      for (let time = 0; time < times; time += 1) await story.workers.work(id);
    },
    mend: () => {
      isWell = true;
    },
    rerun: (from?: RerunPart, { of = id, isThere = true } = {}) =>
      rerunSubject({ context, isAtRecorder: async () => isThere }, { id: of, from }),
    audited: () => actionsIn(context, story.owner.workspaceId),
  };
}

describe('npm run ops -- rerun of a recording', () => {
  it('makes the transcript that failed, then its summary, with the events of the ordinary path', async () => {
    const { id, work, mend, rerun, bot, meeting, savedEvents, audited, asked } = await anEndedBot();
    await work();
    expect((await bot(id)).reason).toBe('transcription_failed');
    savedEvents.length = 0;
    mend();

    const { text, json } = await rerun();
    await work();

    expect(text).toContain('is transcribed again');
    expect(json).toMatchObject({ id, from: 'speech' });
    const { status, meeting_id: meetingId } = await bot(id);
    expect(status).toBe('completed');
    expect((await meeting(meetingId)).results).toMatchObject({
      transcript: { status: 'ready' },
      summary: { status: 'ready' },
    });
    expect(savedEvents.flat()).toEqual(expect.arrayContaining(['bot.transcript_ready', 'bot.summary_ready']));
    expect(savedEvents.flat()).not.toContain('bot.recording_completed');
    expect(asked.filter(([call]) => call === 'start')).toHaveLength(2);
    expect(await audited()).toContainEqual([
      'bot.rerun',
      { type: 'command', principal: PRINCIPAL },
      id,
      { from: 'speech' },
    ]);
  });

  it('makes the summary alone where it is named, and tells of the meeting no second time', async () => {
    const { id, work, rerun, bot, savedEvents, summaries, asked } = await anEndedBot({ madeTranscript: true });
    await work();
    savedEvents.length = 0;

    await rerun('summary');
    await work();

    expect((await bot(id)).status).toBe('completed');
    expect(summaries).toHaveLength(2);
    expect(asked).toEqual([]);
    expect(savedEvents.flat()).toContain('bot.summary_ready');
    expect(savedEvents.flat()).not.toContain('meeting.finished');
  });

  it('copies a recording that could not be fetched for a day', async () => {
    const { id, work, rerun, bot, opensMedia, world, workers } = await anEndedBot({ madeTranscript: true });
    let isOut = true;
    opensMedia(async () => {
      if (isOut) throw new Error('503');
      const stream = new Blob([new Uint8Array([1, 2, 3, 4])]).stream();
      return { stream, firstByte: 0, totalBytes: 4, etag: null };
    });
    await work();
    world.clock.advance(DAY_MS);
    await workers.runJobs();
    expect(await bot(id)).toMatchObject({ status: 'failed', reason: 'bot_error' });
    isOut = false;

    const { json } = await rerun();
    await work();

    expect(json).toMatchObject({ from: 'copy' });
    expect(await bot(id)).toMatchObject({ status: 'completed' });
  });

  it('is refused where the recorder has the recording no longer', async () => {
    const { work, rerun, opensMedia, world, workers } = await anEndedBot();
    opensMedia(async () => {
      throw new Error('503');
    });
    await work();
    world.clock.advance(DAY_MS);
    await workers.runJobs();

    await expect(rerun(undefined, { isThere: false })).rejects.toThrow('is no longer at');
  });

  it('is refused where nothing failed and no part is named', async () => {
    const { work, rerun, audited } = await anEndedBot({ madeTranscript: true });
    await work();

    await expect(rerun()).rejects.toThrow(
      conflict('Nothing of the recording failed: name the part with --from speech or --from summary.'),
    );
    expect(await audited()).toEqual([]);
  });

  it('is refused the second time, while the first is at work', async () => {
    const { work, rerun } = await anEndedBot();
    await work();
    await rerun();

    await expect(rerun('speech')).rejects.toThrow('The bot is processing');
  });

  it('is refused while a worker has the recording', async () => {
    const { id, work, rerun, context } = await anEndedBot();
    await work();
    const now = context.clock.now();
    await recordingLeases.take(context.table, id, now, later(now, MINUTE_MS));

    await expect(rerun()).rejects.toThrow('A worker has the recording');
  });

  it('is refused in an archived workspace', async () => {
    const { work, rerun, context, owner } = await anEndedBot();
    await work();
    await archiveWorkspace(context)(owner.workspaceId);

    await expect(rerun()).rejects.toThrow('The workspace is archived.');
  });

  it('takes a meeting for the bot whose recording it shows', async () => {
    const { id, work, rerun, bot } = await anEndedBot();
    await work();

    const { json } = await rerun(undefined, { of: (await bot(id)).meeting_id });

    expect(json).toMatchObject({ id, from: 'speech' });
  });

  it.each(['bot_00000000000000000000000000', 'mtg_00000000000000000000000000', 'ord_00000000000000000000000000'])(
    'says that nothing is stored under an id that is unknown: %s',
    async (of) => {
      const { rerun } = await anEndedBot();

      await expect(rerun(undefined, { of })).rejects.toThrow('or it was deleted');
    },
  );

  it('takes no id of another kind', async () => {
    const { rerun, owner } = await anEndedBot();

    await expect(rerun(undefined, { of: owner.workspaceId })).rejects.toThrow(UsageError);
  });
});

describe('npm run ops -- rerun of an order', () => {
  it('runs a failed order again, audited as what the operator did', async () => {
    const { id, mend, worker, readOrder, world, owner } = await aFailedTranslation();
    mend();
    const context = { ...world.context, operator: PRINCIPAL };

    const { text } = await rerunSubject({ context, isAtRecorder: async () => false }, { id, from: undefined });
    await worker.untilQuiet();

    expect(text).toContain('is submitted');
    expect((await readOrder(id)).state).toBe('fulfilled');
    expect(await actionsIn(context, owner.workspaceId)).toEqual([
      ['order.retried', { type: 'command', principal: PRINCIPAL }, id, null],
    ]);
  });

  it('takes no part', async () => {
    const { id, world } = await aFailedTranslation();

    await expect(
      rerunSubject({ context: world.context, isAtRecorder: async () => false }, { id, from: 'copy' }),
    ).rejects.toThrow(UsageError);
  });
});

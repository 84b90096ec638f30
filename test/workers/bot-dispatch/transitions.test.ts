import { processRecording } from '#shared/capture/bots/commands/process-recording';
import { recorderTranscriber } from '#shared/capture/recorders/recorder-transcriber';
import { idOf } from '#shared/foundation/core/ids';
import type { Instant } from '#shared/foundation/core/time';
import { breaksOff } from '#shared/foundation/media/read-media';
import { resultsInFiles } from '#shared/meetings/results/load-results';
import type { Summarizer } from '#shared/meetings/summaries/ports';
import { followRecording } from '#shared/texts/conversations/commands/follow-recording';
import { aRecordingLease } from '#test/support/a-recording-lease';
import { noon } from '#test/support/api';
import { aBotStory, type BotStory, minutes } from '#test/support/bot-story';
import { endedAfter, failedWith, recordingSince, SILENT } from '#test/support/fake-recorder';
import { describe, expect, it } from '#test/support/jest';
import { theRecorders } from '#test/support/the-recorders';

const soon = (noon + 10_000) as Instant;

/** A bot sent at noon and processed until it has the given status; the events on the way are dropped. */
async function aBotThatIs(status: 'queued' | 'joining' | 'in_call', body: object = {}) {
  const story = await aBotStory();
  const { id, meeting_id } = (await story.send(body)).body;
  if (status !== 'queued') await story.workers.work(id);
  if (status === 'in_call') {
    story.says(id, recordingSince(soon));
    await story.workers.work(id);
  }
  expect((await story.bot(id)).status).toBe(status);
  story.savedEvents.length = 0;
  return { ...story, id, meetingId: meeting_id, look: () => story.workers.work(id) };
}

const FAILED = ['bot.failed', 'meeting.updated'];
const CANCELLED = ['bot.cancelled', 'meeting.updated'];
const RECORDED = ['in_call → processing', 'bot.recording_completed', 'meeting.updated'];

describe('the events of an accepted bot', () => {
  it('the meeting that was made for it', async () => {
    const story = await aBotStory();

    await story.send();

    expect(story.savedEvents).toEqual([['new → queued', 'meeting.created']]);
  });

  it('the meeting that it joins', async () => {
    const story = await aBotStory();
    await story.push({ starts_at: minutes(5), ends_at: minutes(65) });

    await story.send();

    expect(story.savedEvents).toEqual([
      ['', 'meeting.created'],
      ['new → queued', 'meeting.updated'],
    ]);
  });
});

describe('the events of a queued bot', () => {
  it('dispatch: meeting.updated', async () => {
    const { look, savedEvents } = await aBotThatIs('queued');

    await look();

    expect(savedEvents).toEqual([['queued → joining', 'meeting.updated']]);
  });

  it('DELETE: bot.cancelled, meeting.updated', async () => {
    const { cancel, id, savedEvents } = await aBotThatIs('queued');

    await cancel(id);

    expect(savedEvents).toEqual([['queued → cancelled', ...CANCELLED]]);
  });

  it.each([
    ['its calendar event is cancelled', { cancelled: true }],
    ['its link is removed', { meeting_url: null }],
  ])('%s: bot.cancelled, meeting.updated', async (_, change) => {
    const story = await aBotStory();
    await story.createSettings({ recording: { enabled: true } });
    await story.push();

    await story.push(change);

    expect(story.savedEvents).toEqual([
      ['new → queued', 'meeting.created'],
      ['queued → cancelled', ...CANCELLED],
    ]);
  });
});

describe('the events of a joining bot', () => {
  it('recording begins: bot.recording_started, meeting.updated with the phase live', async () => {
    const { look, says, id, savedEvents, meeting, meetingId } = await aBotThatIs('joining');
    says(id, recordingSince(soon));

    await look();

    expect(savedEvents).toEqual([['joining → in_call', 'bot.recording_started', 'meeting.updated']]);
    expect((await meeting(meetingId)).phase).toBe('live');
  });

  it.each([
    ['not_admitted', 'no_recording'],
    ['crashed', 'bot_error'],
    ['invalid_link', 'invalid_meeting_url'],
  ] as const)('%s: bot.failed with %s, meeting.updated', async (failure, reason) => {
    const { look, says, id, savedEvents, bot, world } = await aBotThatIs('joining');
    world.clock.set(soon);
    says(id, failedWith(failure, soon));

    await look();

    expect(savedEvents).toEqual([['joining → failed', ...FAILED]]);
    expect(await bot(id)).toMatchObject({ status: 'failed', reason, ended_at: new Date(soon).toISOString() });
  });

  it('a link that leads nowhere right away: found out at dispatch', async () => {
    const { look, saysWhenSent, savedEvents } = await aBotThatIs('queued');
    saysWhenSent(failedWith('invalid_link', noon));

    await look();

    expect(savedEvents).toEqual([
      ['queued → joining', 'meeting.updated'],
      ['joining → failed', ...FAILED],
    ]);
  });

  it('DELETE: bot.cancelled, meeting.updated, and the recorder cancels it', async () => {
    const { cancel, id, savedEvents, workers, asked } = await aBotThatIs('joining');

    await cancel(id);
    await workers.runJobs();

    expect(savedEvents).toEqual([['joining → cancelled', ...CANCELLED]]);
    expect(asked.cancelled).toEqual([id]);
  });
});

describe('the events of a bot in a call', () => {
  it.each([
    ['crashed', 'bot_error'],
    ['no_media', 'no_recording'],
    ['not_admitted', 'no_recording'],
    ['invalid_link', 'bot_error'],
  ] as const)('%s: bot.failed with %s, meeting.updated', async (failure, reason) => {
    const { look, says, id, savedEvents, bot, meeting, meetingId } = await aBotThatIs('in_call');
    says(id, failedWith(failure, soon));

    await look();

    expect(savedEvents).toEqual([['in_call → failed', ...FAILED]]);
    expect((await bot(id)).reason).toBe(reason);
    expect((await meeting(meetingId)).phase).toBe('past');
  });

  it('DELETE: bot.cancelled, meeting.updated, and the recorder cancels it', async () => {
    const { cancel, id, savedEvents, workers, asked } = await aBotThatIs('in_call');

    await cancel(id);
    await workers.runJobs();

    expect(savedEvents).toEqual([['in_call → cancelled', ...CANCELLED]]);
    expect(asked.cancelled).toEqual([id]);
  });

  it('being asked to leave: nothing, until the recorder reports', async () => {
    const { leave, id, savedEvents, workers, asked } = await aBotThatIs('in_call');

    await leave(id);
    await workers.runJobs();

    expect(savedEvents).toEqual([]);
    expect(asked.left).toEqual([id]);
  });

  it('left with media: each step of the way, the whole way to meeting.finished', async () => {
    const { look, says, id, savedEvents, meeting, meetingId } = await aBotThatIs('in_call');
    says(id, endedAfter(soon, 10));

    await look();

    expect(savedEvents).toEqual([
      RECORDED,
      ['processing → processing', 'bot.transcript_ready', 'conversation.ready', 'meeting.updated'],
      ['processing → completed', 'bot.summary_ready', 'meeting.finished', 'meeting.updated'],
    ]);
    expect(await meeting(meetingId)).toMatchObject({ phase: 'past', results: { status: 'ready' } });
  });
});

describe('the events of a recording', () => {
  it('nothing was said: the transcript, and neither bot.summary_ready nor meeting.finished', async () => {
    const { look, says, transcribes, id, savedEvents } = await aBotThatIs('in_call');
    transcribes(SILENT);
    says(id, endedAfter(soon, 10));

    await look();

    expect(savedEvents).toEqual([
      RECORDED,
      ['processing → completed', 'bot.transcript_ready', 'conversation.ready', 'meeting.updated'],
    ]);
  });

  it('transcription failed for good: bot.failed, meeting.updated, meeting.finished', async () => {
    const { look, says, transcribes, id, savedEvents, bot, meeting, meetingId } = await aBotThatIs('in_call');
    transcribes(undefined);
    says(id, endedAfter(soon, 10));

    await look();

    expect(savedEvents).toEqual([
      RECORDED,
      ['processing → failed', 'bot.failed', 'meeting.finished', 'meeting.updated'],
    ]);
    expect(await bot(id)).toMatchObject({ reason: 'transcription_failed', recording_available_at: expect.any(String) });
    expect((await meeting(meetingId)).recordings).toMatchObject([{ status: 'completed' }]);
  });

  it('summary failed for good: meeting.updated, meeting.finished, and the transcript stays in sight', async () => {
    const story = await aBotThatIs('in_call');
    story.says(story.id, endedAfter(soon, 10));

    await withoutSummaries(story)(story.id);

    expect(story.savedEvents).toEqual([
      RECORDED,
      ['processing → processing', 'bot.transcript_ready', 'conversation.ready', 'meeting.updated'],
      ['processing → completed', 'meeting.finished', 'meeting.updated'],
    ]);
    expect((await story.meeting(story.meetingId)).results).toMatchObject({
      status: 'ready',
      transcript: { status: 'ready' },
      summary: { status: 'failed' },
    });
  });
});

const NO_SUMMARIES: Summarizer = {
  start: async () => ({ status: 'failed', detail: 'No.' }),
  check: async () => ({ status: 'failed', detail: 'No.' }),
};

/** The worker of recordings where nothing can be summarised. */
function withoutSummaries({ context, recorder, world }: BotStory) {
  const recorders = theRecorders(recorder);
  const process = processRecording({
    ...context,
    recorders,
    transcribers: { recorder: recorderTranscriber({ recorders }) },
    summarizer: NO_SUMMARIES,
    fallbackSummarizer: NO_SUMMARIES,
    uploads: world.files.uploads,
    deletesRecorderData: true,
    breaksOff,
    faults: { report: () => undefined },
    followRecording: followRecording(context),
    outcomes: { transcribed: () => undefined, compared: () => undefined },
    comparisons: {
      transcribed: async () => undefined,
      take: async () => 'taken',
      heardBeyond: async () => undefined,
    },
    results: resultsInFiles(context.files),
  });
  return async (id: string) => {
    const botId = idOf('bot', id);
    if (botId) await process(botId, aRecordingLease());
  };
}

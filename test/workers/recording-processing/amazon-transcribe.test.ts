import { amazonTranscriber } from '#shared/capture/recorders/amazon-transcribe/amazon-transcriber';
import { HOUR_MS, type Instant, MINUTE_MS } from '#shared/foundation/core/time';
import { audioStart } from '#shared/foundation/media/audio-start';
import { inMemoryTranscribe, type SpokenWord } from '#test/doubles/aws/transcribe';
import { aWorld, noon } from '#test/support/api';
import { aBotStory } from '#test/support/bot-story';
import { endedAfter } from '#test/support/fake-recorder';
import { describe, expect, it } from '#test/support/jest';

const TWO_PEOPLE: readonly SpokenWord[] = [
  ['spk_0', 'Ready?', 1, 1.5],
  ['spk_1', 'Yes.', 2, 2.5],
];

/** A bot whose recorder made no transcript, in a deployment that transcribes by Amazon Transcribe. */
async function aRecordingForTranscribe({ seconds = 10, quota = 250 } = {}) {
  const world = aWorld();
  const client = inMemoryTranscribe(world.files);
  client.setQuota(quota);
  const files = { ...world.files, sizeOf: world.files.uploads.sizeOf, readRange: world.files.uploads.readRange };
  const account = {
    client,
    files,
    bucket: 'files',
    keyArn: 'arn',
    namePrefix: 'rapporteur-test-',
    clock: world.clock,
    audioStart,
  };
  const story = await aBotStory(world, { speech: amazonTranscriber(account) });
  story.transcribes(undefined);
  const { id } = (await story.send()).body;
  story.says(id, endedAfter(noon, seconds));
  world.clock.set((noon + MINUTE_MS) as Instant);
  for (const _ of [1, 2]) await story.workers.work(id);
  const lines = () => {
    const [, bytes] = [...world.files.files].find(([key]) => key.endsWith('/transcript.json')) ?? [];
    const { speakers, segments } = JSON.parse(Buffer.from(bytes ?? '').toString());
    const nameOf = (speakerId: string) => speakers.find((one: { id: string }) => one.id === speakerId).name;
    return segments.map((one: { speaker_id: string; text: string }) => [nameOf(one.speaker_id), one.text]);
  };
  return {
    ...story,
    id,
    client,
    lines,
    status: async () => (await story.bot(id)).status,
    async later(milliseconds: number = 10 * MINUTE_MS) {
      world.clock.advance(milliseconds);
      await story.workers.runJobs();
    },
  };
}

describe('an event of Amazon Transcribe', () => {
  it('continues the recording at once, without waiting for its next look, and again changes nothing', async () => {
    const { client, id, status, workers, asked, world } = await aRecordingForTranscribe();
    await client.end(TWO_PEOPLE);
    const [name = ''] = client.jobs();
    const waiting = world.dynamo.items().filter(({ due_pk }) => due_pk).length;

    await workers.transcriptionEnded(name);
    expect(world.dynamo.items().filter(({ due_pk }) => due_pk)).toHaveLength(waiting + 1);
    await workers.runJobs();
    await workers.transcriptionEnded(name);
    await workers.runJobs();

    expect([await status(), client.started.length, client.jobs(), asked.deleted]).toEqual([
      'completed',
      1,
      [],
      [id, id],
    ]);
  });

  it.each([
    'podcast',
    'rapporteur-production-bot_01jdcz8r9yf6tv4n3xk2m5q7wb',
    'rapporteur-test-bot_01jdcz8r9yf6tv4n3xk2m5q7wb',
  ])('about %s is ignored', async (name) => {
    const { workers, world } = await aRecordingForTranscribe();
    const before = world.dynamo.items();

    await workers.transcriptionEnded(name);

    expect(world.dynamo.items()).toEqual(before);
  });
});

describe('a recording that Amazon Transcribe transcribes', () => {
  it('waits while its job runs, without asking the recorder again, and completes after it', async () => {
    const { client, status, later, asked, lines } = await aRecordingForTranscribe();
    await later();
    expect([await status(), client.started.length, asked.transcripts]).toEqual(['processing', 1, 1]);

    await client.end(TWO_PEOPLE);
    await later();

    expect([await status(), client.started.length]).toEqual(['completed', 1]);
    expect(lines()).toEqual([
      [null, 'Ready?'],
      [null, 'Yes.'],
    ]);
  });

  it('leaves no job, and nothing but its transcript, its summary and its media', async () => {
    const { client, later, world } = await aRecordingForTranscribe();
    await client.end(TWO_PEOPLE);
    await later();

    expect(client.jobs()).toEqual([]);
    expect([...world.files.files.keys()].map((key) => key.split('/').slice(2).join('/')).sort()).toEqual([
      'media/audio.wav',
      'summary.json',
      'transcript.json',
    ]);
  });

  it('has the speakers of the recorder, where it saw who spoke', async () => {
    const { client, later, lines, seesSpeakers } = await aRecordingForTranscribe();
    seesSpeakers([
      { speakerKey: '1', speakerName: 'Ada', start: 0.5, end: 1.8 },
      { speakerKey: '2', speakerName: 'Ben', start: 1.8, end: 3 },
    ]);
    await client.end(TWO_PEOPLE);
    await later();

    expect(lines()).toEqual([
      ['Ada', 'Ready?'],
      ['Ben', 'Yes.'],
    ]);
  });

  it('waits an hour for a recorder out of reach that may know its speakers, and then has none', async () => {
    const { client, status, later, isReachable, lines } = await aRecordingForTranscribe();
    await client.end(TWO_PEOPLE);
    isReachable(false);
    await later();
    await later(50 * MINUTE_MS);
    expect([await status(), client.started.length]).toEqual(['processing', 1]);

    await later();

    expect(await status()).toBe('completed');
    expect(lines()).toEqual([
      [null, 'Ready?'],
      [null, 'Yes.'],
    ]);
  });

  it('waits for an account that has no job left, and starts its job then', async () => {
    const { client, status, later } = await aRecordingForTranscribe({ quota: 0 });
    await later(5 * HOUR_MS);
    expect([await status(), client.started]).toEqual(['processing', []]);

    client.setQuota(1);
    await later();
    await client.end(TWO_PEOPLE);
    await later();

    expect([await status(), client.started.length]).toEqual(['completed', 1]);
  });

  it('fails when the account has no job left for a day', async () => {
    const { bot, id, later } = await aRecordingForTranscribe({ quota: 0 });
    for (let hour = 0; hour <= 24; hour += 1) await later(HOUR_MS);

    expect(await bot(id)).toMatchObject({
      reason: 'transcription_failed',
      reason_message: 'The speech server could not be reached for 24 hours.',
    });
  });

  it('fails with the reason of its job', async () => {
    const { client, bot, id, later } = await aRecordingForTranscribe();
    await client.end({ FailureReason: 'Unsupported media format' });
    await later();

    expect(await bot(id)).toMatchObject({
      status: 'failed',
      reason: 'transcription_failed',
      reason_message: 'Amazon Transcribe could not transcribe the recording (Unsupported media format).',
    });
    expect(client.jobs()).toEqual([]);
  });

  it('fails when its job has not ended after a day', async () => {
    const { bot, id, later } = await aRecordingForTranscribe();
    for (let hour = 0; hour <= 24; hour += 1) await later(HOUR_MS);

    expect(await bot(id)).toMatchObject({
      reason: 'transcription_failed',
      reason_message: 'The transcription did not end within 24 hours.',
    });
  });

  it('fails at once when it is longer than four hours', async () => {
    const { bot, id, client } = await aRecordingForTranscribe({ seconds: 14_401 });

    expect(await bot(id)).toMatchObject({
      reason_message: 'The recording is longer than the four hours that Amazon Transcribe takes.',
    });
    expect(client.started).toEqual([]);
  });
});

import {
  DeleteTranscriptionJobCommand,
  GetTranscriptionJobCommand,
  StartTranscriptionJobCommand,
  TranscribeClient,
  type TranscriptionJob,
} from '@aws-sdk/client-transcribe';
import { mockClient } from 'aws-sdk-client-mock';
import { amazonTranscriber, botOfJob } from '#shared/capture/recorders/amazon-transcribe/amazon-transcriber';
import type { BotId } from '#shared/foundation/core/ids';
import { later, MINUTE_MS } from '#shared/foundation/core/time';
import { audioStart } from '#shared/foundation/media/audio-start';
import { TranscriberUnavailable } from '#shared/meetings/recorders/ports';
import { outputOf } from '#test/doubles/aws/transcribe';
import { inMemoryFiles } from '#test/support/in-memory-files';
import { describe, expect, it } from '#test/support/jest';
import { aTestClock, noon } from '#test/unit/recorders/a-test-clock';

const BOT = 'bot_01jdcz8r9yf6tv4n3xk2m5q7wb' as BotId;
const AUDIO = `wks_01/${BOT}/media/audio.mp3`;
const job = { name: BOT, madeBy: null, audioKey: AUDIO, format: 'mp3', durationSeconds: 60, language: 'en' };
const RUNNING = { status: 'running', lookAgainAt: later(noon, 5 * MINUTE_MS) };

const named = (name: string, message = 'Details of the account.') => Object.assign(new Error(message), { name });

/** An account in which a job has a state, or every request fails. */
async function anAccount(found: TranscriptionJob = { TranscriptionJobStatus: 'IN_PROGRESS' }) {
  const client = new TranscribeClient({ region: 'eu-central-1' });
  const transcribe = mockClient(client);
  transcribe.on(StartTranscriptionJobCommand).resolves({});
  transcribe.on(GetTranscriptionJobCommand).resolves({ TranscriptionJob: found });
  transcribe.on(DeleteTranscriptionJobCommand).resolves({});
  const files = inMemoryFiles();
  await files.put(AUDIO, Buffer.from('mp3'), 'audio/mpeg');
  const transcriber = amazonTranscriber({
    client,
    files: { ...files, sizeOf: files.uploads.sizeOf, readRange: files.uploads.readRange },
    audioStart,
    bucket: 'files',
    keyArn: 'arn:aws:kms:eu-central-1:1:key/k',
    namePrefix: 'rapporteur-sandbox-',
    clock: aTestClock(),
  });
  const requests = () => transcribe.calls().map(({ args: [command] }) => command.constructor.name);
  return { transcriber, transcribe, files, requests };
}

const start = StartTranscriptionJobCommand.name;
const get = GetTranscriptionJobCommand.name;

describe('a job of Amazon Transcribe', () => {
  it('is started under the name of the bot, and looked at again five minutes later', async () => {
    const { transcriber, transcribe, requests } = await anAccount();

    expect(await transcriber.start(job)).toEqual(RUNNING);
    expect(requests()).toEqual([start]);
    expect(transcribe.call(0).args[0].input).toMatchObject({
      TranscriptionJobName: `rapporteur-sandbox-${BOT}`,
      Media: { MediaFileUri: `s3://files/${AUDIO}` },
    });
  });

  it('that was started before is looked at instead', async () => {
    const { transcriber, transcribe, requests } = await anAccount();
    transcribe.on(StartTranscriptionJobCommand).rejects(named('ConflictException'));

    expect(await transcriber.start(job)).toEqual(RUNNING);
    expect(requests()).toEqual([start, get]);
  });

  it.each(['QUEUED', 'IN_PROGRESS'] as const)('that is %s runs', async (TranscriptionJobStatus) => {
    const { transcriber, requests } = await anAccount({ TranscriptionJobStatus });

    expect(await transcriber.check(job)).toEqual(RUNNING);
    expect(requests()).toEqual([get]);
  });

  it.each(['BadRequestException', 'NotFoundException'])('that is unknown (%s) is started', async (name) => {
    const { transcriber, transcribe, requests } = await anAccount();
    transcribe.on(GetTranscriptionJobCommand).rejects(named(name));

    expect(await transcriber.check(job)).toEqual(RUNNING);
    expect(requests()).toEqual([get, start]);
  });

  it('that has ended is read from our bucket', async () => {
    const { transcriber, files } = await anAccount({ TranscriptionJobStatus: 'COMPLETED', LanguageCode: 'en-US' });
    const output = Buffer.from(JSON.stringify(outputOf([['spk_0', 'Hello.', 1, 1.5]])));
    await files.put(`${AUDIO}.transcribe.json`, output, 'application/json');

    expect(await transcriber.check(job)).toMatchObject({
      status: 'done',
      transcript: { language: 'en-US', speakers: [{ id: 'spk_1', name: null }], segments: [{ text: 'Hello.' }] },
    });
  });

  it.each([undefined, 'no JSON', '{}'])('whose result is %j is unavailable', async (result) => {
    const { transcriber, files } = await anAccount({ TranscriptionJobStatus: 'COMPLETED' });
    if (result !== undefined) await files.put(`${AUDIO}.transcribe.json`, Buffer.from(result), 'application/json');

    await expect(transcriber.check(job)).rejects.toThrow(TranscriberUnavailable);
  });

  it.each([
    ['Unsupported media format', ' (Unsupported media format)'],
    ['Invalid file size: file size too large', ' (Invalid file size: file size too large)'],
    ['Unsupported media format.', ' (Unsupported media format)'],
    ['s3://files/secret cannot be read', ''],
    [undefined, ''],
  ])('that failed with %j fails for good', async (FailureReason, reason) => {
    const failed = { TranscriptionJobStatus: 'FAILED', ...(FailureReason && { FailureReason }) } as const;
    const { transcriber } = await anAccount(failed);

    expect(await transcriber.check(job)).toEqual({
      status: 'failed',
      detail: `Amazon Transcribe could not transcribe the recording${reason}.`,
    });
  });

  it('is not started for a recording without sound, or over the limits', async () => {
    const { transcriber, requests } = await anAccount();

    expect(await transcriber.start({ ...job, audioKey: '' })).toMatchObject({ status: 'failed' });
    expect(await transcriber.start({ ...job, audioKey: 'gone.mp3' })).toMatchObject({ status: 'failed' });
    expect(await transcriber.start({ ...job, durationSeconds: 20_000 })).toMatchObject({ status: 'failed' });
    expect(requests()).toEqual([]);
  });

  it('is not started for one track of several, whenever the service was configured', async () => {
    const { transcriber, requests } = await anAccount();
    const refused = { status: 'failed', reason: 'provider_unavailable' };

    expect(await transcriber.start({ ...job, track: 1 })).toMatchObject(refused);
    expect(await transcriber.check({ ...job, track: 2 })).toMatchObject(refused);
    expect(requests()).toEqual([]);
  });

  it('is removed with its result, and again without an error', async () => {
    const { transcriber, transcribe, files } = await anAccount();
    await files.put(`${AUDIO}.transcribe.json`, Buffer.from('{}'), 'application/json');
    await files.put(`wks_01/${BOT}/media/.write_access_check_file.temp`, Buffer.from(''), 'text/plain');

    await transcriber.deleteData(job);
    expect([...files.files.keys()]).toEqual([AUDIO]);
    transcribe.on(DeleteTranscriptionJobCommand).rejects(named('BadRequestException'));
    await transcriber.deleteData(job);
  });
});

describe('an account of AWS', () => {
  it.each([
    'LimitExceededException',
    'ThrottlingException',
    'InternalFailureException',
    'ServiceUnavailable',
    'AccessDeniedException',
    'TimeoutError',
  ])('is unavailable after %s, whose message is not repeated', async (name) => {
    const { transcriber, transcribe } = await anAccount();
    transcribe.rejects(named(name));
    transcribe.on(StartTranscriptionJobCommand).rejects(named(name));
    transcribe.on(GetTranscriptionJobCommand).rejects(named(name));
    transcribe.on(DeleteTranscriptionJobCommand).rejects(named(name));

    for (const call of ['start', 'check', 'deleteData'] as const)
      await expect(transcriber[call](job)).rejects.toThrow(
        new TranscriberUnavailable(`Amazon Transcribe is not available (${name}).`),
      );
  });

  it('is unavailable while Transcribe may not use the bucket, and refuses any other bad request', async () => {
    const { transcriber, transcribe } = await anAccount();
    const denied = "The S3 URI that you provided can't be accessed.";
    transcribe.on(StartTranscriptionJobCommand).rejects(named('BadRequestException', denied));
    await expect(transcriber.start(job)).rejects.toThrow(TranscriberUnavailable);

    transcribe.on(StartTranscriptionJobCommand).rejects(named('BadRequestException', 'A parameter is wrong.'));
    expect(await transcriber.start(job)).toEqual({
      status: 'failed',
      detail: 'Amazon Transcribe refused the recording.',
    });
  });
});

it.each([
  [`rapporteur-sandbox-${BOT}`, BOT],
  [`rapporteur-production-${BOT}`, undefined],
  ['rapporteur-sandbox-my-own-job', undefined],
  ['podcast', undefined],
])('the job %s is about the bot %s', (name, bot) => {
  expect(botOfJob('rapporteur-sandbox-', name)).toBe(bot);
});

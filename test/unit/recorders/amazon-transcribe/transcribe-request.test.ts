import { languageRequest } from '#shared/capture/recorders/amazon-transcribe/transcribe-languages';
import { startRequest } from '#shared/capture/recorders/amazon-transcribe/transcribe-request';
import type { BotId } from '#shared/foundation/core/ids';
import type { TranscriptionJob } from '#shared/meetings/recorders/ports';
import { describe, expect, it } from '#test/support/jest';

const PLACE = { bucket: 'files', keyArn: 'arn:aws:kms:eu-central-1:1:key/k', name: 'rapporteur-sandbox-bot_1' };
const aJob = (changes: Partial<TranscriptionJob> = {}): TranscriptionJob => ({
  name: 'bot_1' as BotId,
  madeBy: null,
  audioKey: 'wks_1/bot_1/media/audio.mp3',
  format: 'mp3',
  durationSeconds: 3_600,
  language: 'auto',
  ...changes,
});
const request = (changes: Partial<TranscriptionJob> = {}, sizeBytes = 1_000) =>
  startRequest(aJob(changes), sizeBytes, PLACE);

describe('the request for a job of Amazon Transcribe', () => {
  it('names the recording, the place of its result, and the key of the bucket, without a custom vocabulary', () => {
    expect(request()).toEqual({
      TranscriptionJobName: 'rapporteur-sandbox-bot_1',
      Media: { MediaFileUri: 's3://files/wks_1/bot_1/media/audio.mp3' },
      MediaFormat: 'mp3',
      IdentifyLanguage: true,
      Settings: { ShowSpeakerLabels: true, MaxSpeakerLabels: 30 },
      OutputBucketName: 'files',
      OutputKey: 'wks_1/bot_1/media/audio.mp3.transcribe.json',
      OutputEncryptionKMSKeyId: 'arn:aws:kms:eu-central-1:1:key/k',
    });
  });

  it.each([
    [{ channels: true }, { ChannelIdentification: true }],
    [{ channels: true, count: 4 }, { ChannelIdentification: true }],
    [{ count: 4 }, { ShowSpeakerLabels: true, MaxSpeakerLabels: 4 }],
    [{ count: 31 }, { ShowSpeakerLabels: true, MaxSpeakerLabels: 30 }],
    [{ count: 1 }, undefined],
  ])('tells the speakers %j apart by %j', (speakers, settings) => {
    expect(request({ speakers })).toEqual({ ...request(), Settings: settings });
  });

  it.each([
    [{ format: 'aac' }, 1, 'unsupported_media', 'Amazon Transcribe does not take the format of the recording.'],
    [{ language: 'tlh' }, 1, 'language_not_supported', 'Amazon Transcribe does not recognize the language tlh.'],
    [
      ...[{}, 2 * 1024 ** 3 + 1, 'unsupported_media'],
      'The recording is larger than the 2 GB that Amazon Transcribe takes.',
    ],
    [
      ...[{ durationSeconds: 14_401 }, 1, 'unsupported_media'],
      'The recording is longer than the four hours that Amazon Transcribe takes.',
    ],
  ] as const)('is refused for %j of %d bytes', (changes, sizeBytes, reason, refused) => {
    expect(request(changes, sizeBytes)).toEqual({ refused, reason });
  });

  it('is made up to the limits, and where the length is not known', () => {
    expect(request({ durationSeconds: 14_400 }, 2 * 1024 ** 3)).not.toHaveProperty('refused');
    expect(request({ durationSeconds: null })).not.toHaveProperty('refused');
  });
});

describe('the language of a request', () => {
  it.each([
    ['en', 'en-US'],
    ['en-gb', 'en-GB'],
    ['en-CA', 'en-US'],
    ['es', 'es-ES'],
    ['es-419', 'es-ES'],
    ['pt', 'pt-BR'],
    ['de-AT', 'de-DE'],
    ['fr-CA', 'fr-CA'],
    ['zh', 'zh-CN'],
    ['zh-Hant', 'zh-TW'],
    ['ar', 'ar-SA'],
    ['nb', 'no-NO'],
    ['fil', 'tl-PH'],
    ['uk', 'uk-UA'],
  ])('%s is %s', (tag, LanguageCode) => {
    expect(languageRequest(tag)).toEqual({ LanguageCode });
  });

  it.each([
    ['auto', { IdentifyLanguage: true }],
    ['multi', { IdentifyMultipleLanguages: true }],
    ['la', undefined],
    ['not a tag', undefined],
  ])('%s is %j', (tag, expected) => {
    expect(languageRequest(tag)).toEqual(expected);
  });
});

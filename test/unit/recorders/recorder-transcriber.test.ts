import { recorderTranscriber } from '#shared/capture/recorders/recorder-transcriber';
import { transcriptionFrom } from '#shared/capture/recorders/simulator/script';
import type { BotId } from '#shared/foundation/core/ids';
import { RecorderUnreachable } from '#shared/meetings/recorders/ports';
import { fakeRecorder } from '#test/support/fake-recorder';
import { describe, expect, it } from '#test/support/jest';
import { theRecorders } from '#test/support/the-recorders';

const aJob = (language = 'auto') => ({
  name: 'bot_01' as BotId,
  madeBy: { recorder: 'simulator', externalId: 'ext_01', botId: 'bot_01' as BotId },
  audioKey: 'wks_01/audio.wav',
  format: 'wav',
  durationSeconds: null,
  language,
});
const aRecorderWith = (script: string | undefined) =>
  theRecorders({
    ...fakeRecorder().recorder,
    transcript: async () => (script === undefined ? undefined : transcriptionFrom(script)),
  });
const ONE_CUE = '\n00:00:01.000 --> 00:00:02.000\n<v Ada>Hello</v>\n';

describe('the transcript that the recorder made', () => {
  it('is done at once, and again when asked again', async () => {
    const transcriber = recorderTranscriber({ recorders: aRecorderWith(`WEBVTT\n${ONE_CUE}`) });

    const started = await transcriber.start(aJob());

    expect(started).toMatchObject({
      status: 'done',
      transcript: { segments: [{ text: 'Hello', speakerId: 'spk_1' }] },
    });
    expect(await transcriber.check(aJob())).toEqual(started);
  });

  it('is done without a segment for a call without speech', async () => {
    const transcriber = recorderTranscriber({ recorders: aRecorderWith('WEBVTT\n') });

    expect(await transcriber.start(aJob())).toMatchObject({ status: 'done', transcript: { segments: [] } });
  });

  it.each([
    ['there is none', undefined],
    ['it is no WebVTT', 'Internal Server Error'],
    ['no cue of it can be read', 'WEBVTT\n\n99:99 --> later\nHello\n'],
  ])('fails for good when %s', async (_why, text) => {
    expect(await recorderTranscriber({ recorders: aRecorderWith(text) }).start(aJob())).toMatchObject({
      status: 'failed',
    });
  });

  it.each([
    ['auto', '', null],
    ['multi', '', null],
    ['pt-BR', '', 'pt-BR'],
    ['pt-BR', 'Language: en\n', 'en'],
  ])('asked for %s with the header %j, is in %j', async (asked, header, language) => {
    const transcriber = recorderTranscriber({ recorders: aRecorderWith(`WEBVTT\n${header}${ONE_CUE}`) });

    expect(await transcriber.start(aJob(asked))).toMatchObject({ transcript: { language } });
  });

  it('passes an outage on, so that it is tried again', async () => {
    const recorders = theRecorders({
      ...fakeRecorder().recorder,
      transcript: () => Promise.reject(new RecorderUnreachable('down')),
    });

    await expect(recorderTranscriber({ recorders }).start(aJob())).rejects.toBeInstanceOf(RecorderUnreachable);
  });
});

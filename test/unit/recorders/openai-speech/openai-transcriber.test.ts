import { openaiTranscriber } from '#shared/capture/recorders/openai-speech/openai-transcriber';
import type { BotId } from '#shared/foundation/core/ids';
import { HOUR_MS, later, MINUTE_MS } from '#shared/foundation/core/time';
import { openAudio } from '#shared/foundation/media/cut-audio';
import { TranscriberUnavailable } from '#shared/meetings/recorders/ports';
import {
  aNumberedWav,
  aSpeechServer,
  type Fault,
  type Hearing,
  hearNumbers,
  refusal,
} from '#test/doubles/recorders/openai-speech/a-speech-server';
import { inMemoryFiles } from '#test/support/in-memory-files';
import { describe, expect, it } from '#test/support/jest';
import { wavHeader } from '#test/support/wav-header';
import { remuxed } from '#test/unit/media/some-audio';
import { aTestClock, noon } from '#test/unit/recorders/a-test-clock';

const KEY = 'sk-canary';
const hello: Hearing = () => ({
  task: 'transcribe',
  language: 'english',
  duration: 2.5,
  text: 'Hello there.',
  words: [
    { word: 'Hello', start: 0.5, end: 0.9 },
    { word: 'there', start: 1, end: 1.4, probability: 0.9 },
  ],
  segments: [{ start: 0, end: 2.5, text: ' Hello there.', avg_logprob: -0.105, no_speech_prob: 0.01 }],
});

const aJob = (over: object = {}) => ({
  name: 'bot_01' as BotId,
  madeBy: null,
  audioKey: 'wks_01/audio.wav',
  format: 'wav',
  durationSeconds: null,
  language: 'auto',
  ...over,
});

const NOTHING = new Uint8Array();

function aTranscriber({
  hear = hello,
  audio = aNumberedWav(3) as Uint8Array | null,
  max = 1_000_000,
  apiKey = KEY,
} = {}) {
  const server = aSpeechServer({ hear, apiKey: KEY, maxUploadBytes: max });
  const clock = aTestClock();
  const { files: stored, ...storage } = inMemoryFiles();
  const isPiece = (key: string) => key.includes('.speech-');
  const get = async (key: string) => (isPiece(key) ? stored.get(key) : (audio ?? undefined));
  const sizeOf = async () => audio?.byteLength;
  const readRange = async (_key: string, first: number, last: number) => (audio ?? NOTHING).subarray(first, last + 1);
  const files = { ...storage, get, sizeOf, readRange };
  const configuration = {
    kind: 'openai_compatible',
    baseUrl: 'https://speech.test',
    apiKey,
    model: 'whisper-1',
    maxUploadBytes: max,
  } as const;
  const transcriber = openaiTranscriber(configuration, { fetch: server.fetch, files, clock, openAudio });
  return { server, clock, stored, transcriber };
}

/** Of one byte a sample. */
function aStereoWav(first: readonly number[], second: readonly number[]): Uint8Array {
  const samples = first.flatMap((one, at) => [one, second[at] ?? 0]);
  const header = wavHeader(samples.length, 1000);
  header.writeUInt16LE(2, 22);
  header.writeUInt32LE(2000, 28);
  header.writeUInt16LE(2, 32);
  return new Uint8Array(Buffer.concat([header, Buffer.from(samples)]));
}

/** Of one byte a sample and a second. */
function aSilentWav({ channels }: { readonly channels: number }): Uint8Array {
  const header = wavHeader(channels * 1000, 1000);
  header.writeUInt16LE(channels, 22);
  header.writeUInt32LE(channels * 1000, 28);
  header.writeUInt16LE(channels, 32);
  return new Uint8Array(Buffer.concat([header, Buffer.alloc(channels * 1000)]));
}

const ofParameter = (param: string): Response =>
  Response.json(
    { error: { message: 'No.', type: 'invalid_request_error', param, code: `invalid_${param}_format` } },
    { status: 400 },
  );

const ofField = (name: string): Response =>
  Response.json({ detail: [{ type: 'enum', loc: ['body', name], msg: 'No.' }] }, { status: 422 });

describe('speech recognition by the wire of OpenAI', () => {
  it('asks for segments and words of the audio, and reads them', async () => {
    const { server, transcriber } = aTranscriber();

    expect(await transcriber.start(aJob())).toEqual({
      status: 'done',
      heardSeconds: 2.5,
      transcript: {
        language: 'en',
        speakers: [],
        segments: [
          {
            id: 'seg_1',
            speakerId: null,
            start: 0,
            end: 2.5,
            text: 'Hello there.',
            confidence: 0.9,
            words: [
              { text: 'Hello', start: 0.5, end: 0.9, confidence: null },
              { text: 'there', start: 1, end: 1.4, confidence: 0.9 },
            ],
          },
        ],
      },
    });
    expect(server.requests).toEqual([
      {
        authorization: `Bearer ${KEY}`,
        fields: [
          ['model', 'whisper-1'],
          ['response_format', 'verbose_json'],
          ['timestamp_granularities[]', 'word'],
          ['timestamp_granularities[]', 'segment'],
          ['temperature', '0'],
        ],
        filename: 'audio.wav',
        sizeBytes: 3_044,
      },
    ]);
  });

  it.each([
    ['en-GB', 'en'],
    ['pt-BR', 'pt'],
    ['auto', undefined],
    ['multi', undefined],
  ])('names the language %s as %s', async (language, wanted) => {
    const { server, transcriber } = aTranscriber();
    await transcriber.check(aJob({ language }));

    expect(Object.fromEntries(server.requests[0]?.fields ?? [])['language']).toBe(wanted);
  });

  it.each([
    ['english', 'auto', 'en'],
    ['de', 'auto', 'de'],
    ['Mandarin', 'auto', 'zh'],
    ['jw', 'auto', 'jv'],
    ['klingon spoken here', 'fr-CA', 'fr'],
    [null, 'auto', null],
  ])('takes the reported language %j of a job in %s for %j', async (reported, language, found) => {
    const { transcriber } = aTranscriber({ hear: () => ({ text: 'x', language: reported }) });

    expect(await transcriber.start(aJob({ language }))).toMatchObject({ transcript: { language: found } });
  });

  it.each([
    ['MP4', 'm4a', 5, 5],
    ['MP4', 'm4a', 0, 0],
    ['MP4', 'm4a', -3, 0],
    ['fragmented MP4', 'mp4', 5, 5],
    ['MOV', 'mov', 61.5, 61.5],
    ['MPEG-TS', 'ts', 50_000, 0],
  ] as const)(
    'has the times of the recording: %s (%s) whose sound begins at %d s',
    async (container, format, at, by) => {
      const audio = await remuxed(container, 'aac', 20, at);
      const heard = async (hear: Hearing) => {
        const { transcript } = (await aTranscriber({ hear, audio }).transcriber.start(aJob({ format }))) as never;
        return (transcript as { segments: { start: number; end: number; words: { start: number }[] }[] }).segments[0];
      };

      const timed = await heard(hello);
      expect([timed?.start, timed?.end, timed?.words[0]?.start].map((one) => (one ?? 0) - by)).toEqual(
        [0, 2.5, 0.5].map((one) => expect.closeTo(one, 1)),
      );
      const untimed = await heard(() => ({ text: 'Hello there.', duration: 2.5 }));
      expect([untimed?.start, untimed?.end].map((one) => (one ?? 0) - by)).toEqual(
        [0, 2.5].map((one) => expect.closeTo(one, 1)),
      );
    },
  );

  it('sends a WAV of an unfinished recorder with the sizes that are true', async () => {
    const audio = Uint8Array.from(aNumberedWav(3));
    new DataView(audio.buffer).setUint32(4, 0, true);
    new DataView(audio.buffer).setUint32(40, 0, true);
    const sizes: number[] = [];
    const hear: Hearing = (upload) => {
      const view = new DataView(upload.buffer, upload.byteOffset);
      sizes.push(view.getUint32(4, true), view.getUint32(40, true));
      return hello(upload);
    };

    await aTranscriber({ hear, audio }).transcriber.start(aJob());

    expect(sizes).toEqual([3_036, 3_000]);
  });

  it('leaves out what the server invented for silence', async () => {
    const segments = [
      { start: 0, end: 2, text: 'Thank you for watching.', avg_logprob: -1.3, no_speech_prob: 0.9 },
      { start: 2, end: 4, text: 'Quiet but said.', avg_logprob: -0.4, no_speech_prob: 0.9 },
    ];
    const { transcriber } = aTranscriber({ hear: () => ({ text: '', segments }) });

    expect(await transcriber.start(aJob())).toMatchObject({ transcript: { segments: [{ text: 'Quiet but said.' }] } });
  });

  it('hears the channels of a recording one by one where nothing is heard of them together', async () => {
    const stereo = aStereoWav([0, 0, 0, 0], [9, 9, 9, 9]);
    const hear: Hearing = (upload) => {
      const isSecondAlone = upload[22] === 1 && upload[44] === 9;
      return { text: isSecondAlone ? 'We ship.' : '', duration: 1 };
    };
    const { server, transcriber } = aTranscriber({ hear, audio: stereo });

    expect(await transcriber.start(aJob())).toMatchObject({ transcript: { segments: [{ text: 'We ship.' }] } });
    expect(server.requests.map(({ filename }) => filename)).toEqual(['audio.wav', 'channel.wav', 'channel.wav']);
  });

  it('hears the channels of a recording together where that has words', async () => {
    const { server, transcriber } = aTranscriber({ audio: aStereoWav([1, 2], [3, 4]) });

    expect(await transcriber.start(aJob())).toMatchObject({ status: 'done' });
    expect(server.requests).toHaveLength(1);
  });

  it('makes segments of words between pauses for a server that sends words alone', async () => {
    const words = [
      { word: 'One', start: 0, end: 0.5 },
      { word: 'two.', start: 0.6, end: 1 },
      { word: 'Three.', start: 3, end: 3.5 },
    ];
    const { transcriber } = aTranscriber({ hear: () => ({ text: 'One two. Three.', words }) });

    expect(await transcriber.start(aJob())).toMatchObject({
      transcript: {
        segments: [
          { text: 'One two.', start: 0, end: 1 },
          { text: 'Three.', start: 3, end: 3.5 },
        ],
      },
    });
  });

  it('makes one segment for a server that sends text alone, and none for an empty one', async () => {
    const of = async (text: string) =>
      aTranscriber({ hear: () => ({ text, duration: '7.5' }) }).transcriber.start(aJob());

    expect(await of('All of it.')).toMatchObject({ transcript: { segments: [{ text: 'All of it.', end: 7.5 }] } });
    expect(await of(' ')).toMatchObject({ status: 'done', transcript: { segments: [] } });
  });

  it('hears every second of a long recording once, in pieces of the largest upload', async () => {
    const { server, transcriber } = aTranscriber({ hear: hearNumbers, audio: aNumberedWav(200), max: 44_444 });

    const result = await transcriber.start(aJob());

    const words = result.status === 'done' ? result.transcript.segments.flatMap((one) => one.words) : [];
    expect(words.map(({ text }) => Number(text))).toEqual(Array.from({ length: 200 }, (_, second) => second));
    for (const { text, start } of words) expect(start).toBeCloseTo(Number(text) + 0.1);
    expect(server.requests.length).toBeGreaterThan(4);
    expect(Math.max(...server.requests.map(({ sizeBytes }) => sizeBytes))).toBeLessThanOrEqual(44_444);
  });

  describe('says how much it heard', () => {
    const long = { audio: aNumberedWav(200), max: 44_444 };
    const heardBy = async (hear: Hearing) => {
      const { server, transcriber } = aTranscriber({ hear, ...long });
      const result = await transcriber.start(aJob());
      return { result, pieces: server.requests.length };
    };

    it('with what its pieces share, which is heard twice', async () => {
      const { result, pieces } = await heardBy(hearNumbers);

      const heardSeconds = 'heardSeconds' in result ? result.heardSeconds : undefined;
      expect(heardSeconds).toBeGreaterThan(200 + 4 * (pieces - 1));
      expect(heardSeconds).toBeLessThan(200 + 8 * (pieces - 1));
    });

    it('as often as it heard each channel of a silent file, of which it hears two', async () => {
      const audio = aSilentWav({ channels: 8 });
      const { server, transcriber } = aTranscriber({ hear: () => ({ text: '', duration: 60 }), audio });

      expect(await transcriber.start(aJob())).toMatchObject({ transcript: { segments: [] }, heardSeconds: 3 * 60 });
      expect(server.requests.map(({ filename }) => filename)).toEqual(['audio.wav', 'channel.wav', 'channel.wav']);
    });

    it('as often as it heard a piece again, however it fails at it: at most three times in all', async () => {
      const failed = { start: 0, end: 60, text: 'On and on.', compression_ratio: 12, temperature: 0 };
      const { result, pieces } = await heardBy(() => ({ text: '', duration: 60, segments: [failed] }));

      expect(pieces % 3).toBe(0);
      expect(result).toMatchObject({ status: 'done', heardSeconds: pieces * 60 });
    });

    it('in no further hearing of a channel that it fails at', async () => {
      let asked = 0;
      const failed = { start: 0, end: 60, text: 'On and on.', compression_ratio: 12, temperature: 0 };
      const hear: Hearing = () => {
        asked += 1;
        return asked < 3 ? { text: '', duration: 60 } : { text: '', duration: 60, segments: [failed] };
      };
      const { server, transcriber } = aTranscriber({ hear, audio: aSilentWav({ channels: 8 }) });

      expect(await transcriber.start(aJob())).toMatchObject({ heardSeconds: 3 * 60 });
      expect(server.requests).toHaveLength(3);
    });

    it('in pieces that were kept without it, by what was heard in them', async () => {
      const { server, stored, transcriber } = aTranscriber({ hear: hearNumbers, ...long });
      const { heardSeconds } = (await transcriber.start(aJob())) as { heardSeconds: number };
      for (const [key, bytes] of stored) {
        const { heardSeconds: _seconds, ...before } = JSON.parse(Buffer.from(bytes).toString('utf8'));
        (stored as Map<string, Uint8Array>).set(key, Buffer.from(JSON.stringify(before)));
      }
      const asked = server.requests.length;

      expect(await transcriber.check(aJob())).toMatchObject({ status: 'done', heardSeconds });
      expect(server.requests).toHaveLength(asked);
    });

    it('where the file says that its pieces are shorter', async () => {
      const { result, pieces } = await heardBy(() => ({ text: 'On and on.', language: 'english', duration: 3_600 }));

      expect(result).toMatchObject({ status: 'done', heardSeconds: pieces * 3_600 });
    });

    it('where it fails at a later piece', async () => {
      let asked = 0;
      const { result } = await heardBy(() => {
        asked += 1;
        return asked < 3 ? { text: 'On and on.', duration: 3_600 } : refusal(400, 'unsupported_format');
      });

      expect(result).toMatchObject({ status: 'failed', heardSeconds: 2 * 3_600 });
    });
  });

  it('goes on behind the pieces that it heard, in another run after half a minute and after an outage', async () => {
    const made = aTranscriber({
      hear: (upload) => {
        made.clock.pass(31_000);
        return hearNumbers(upload);
      },
      audio: aNumberedWav(90),
      max: 44_444,
    });
    const { server, stored, transcriber } = made;

    expect(await transcriber.start(aJob())).toEqual({
      ...{ status: 'running', lookAgainAt: later(noon, 31_000) },
      heardSeconds: expect.closeTo(43, 0),
    });
    server.failNext('no answer');
    await expect(transcriber.start(aJob())).rejects.toThrow(TranscriberUnavailable);
    expect(stored.size).toBe(1);
    let last = await transcriber.check(aJob());
    while (last.status === 'running') last = await transcriber.check(aJob());

    expect(last).toMatchObject({ status: 'done' });
    expect(server.requests).toHaveLength(3);
    // They stay until the transcript is stored, so that a crash before that costs nothing.
    expect(stored.size).toBe(3);
    await transcriber.deleteData(aJob());
    expect(stored.size).toBe(0);
  });

  it.each([
    ['there is no audio', { audio: null }, {}, 'There is no audio to transcribe.'],
    [
      'it is too large and cannot be read',
      { audio: new Uint8Array(100), max: 50 },
      {},
      'The audio is too large for the speech server, and cannot be cut.',
    ],
    [
      'the server refuses the format',
      { audio: new Uint8Array(100) },
      { format: 'aiff' },
      'The speech server refused the audio (unsupported_format).',
    ],
    [
      'the server has a smaller limit',
      { hear: () => refusal(413, 'see https://x') },
      {},
      'The speech server refused the audio (http_413).',
    ],
  ])('fails for good when %s', async (_case, made, job, detail) => {
    expect(await aTranscriber(made).transcriber.start(aJob(job))).toEqual({ status: 'failed', detail });
  });

  it.each([
    ['by its code', () => refusal(400, 'language_not_supported'), 'language_not_supported'],
    ['by its parameter, as OpenAI', () => ofParameter('language'), 'invalid_language_format'],
    ['by the field of the form, as FastAPI', () => ofField('language'), 'http_422'],
  ])('says that the server does not know the language, which it names %s', async (_how, hear, code) => {
    expect(await aTranscriber({ hear }).transcriber.start(aJob({ language: 'xx-nonsense' }))).toEqual({
      status: 'failed',
      detail: `The speech server does not know the language (${code}).`,
      reason: 'language_not_supported',
    });
  });

  it('says no such thing of another parameter or field', async () => {
    for (const hear of [() => ofParameter('file'), () => ofField('file')])
      expect(await aTranscriber({ hear }).transcriber.start(aJob())).not.toHaveProperty('reason');
  });

  it.each<readonly [string, Response | 'no answer']>([
    ['a broken connection', 'no answer'],
    ['429', refusal(429, 'insufficient_quota')],
    ['500', refusal(500, 'server_error')],
    ['503 without a body', new Response(null, { status: 503 })],
    ['a page of HTML', new Response('<html>')],
    ['the refusal of a format of responses, as of a model without times', ofParameter('response_format')],
    ['the refusal of times', ofParameter('timestamp_granularities[]')],
    ['the refusal of its model', ofParameter('model')],
    ['the refusal of its model by the field of the form, as FastAPI', ofField('model')],
    ['the refusal of a format by the field of the form', ofField('response_format')],
  ])('is unavailable after %s, and done when repeated', async (_case, fault) => {
    const { server, transcriber } = aTranscriber();
    server.failNext(fault);

    await expect(transcriber.start(aJob())).rejects.toThrow(TranscriberUnavailable);
    expect(await transcriber.check(aJob())).toMatchObject({ status: 'done' });
  });

  it.each<readonly [string, Fault, boolean]>([
    ['does not answer in time', 'no answer in time', true],
    ['breaks the connection', 'no answer', true],
    ['takes no connection', 'no connection', false],
    ['is full (429)', refusal(429, 'rate_limit_exceeded'), false],
    ['has no room (503)', new Response(null, { status: 503 }), false],
  ])('where it %s, that is about the job: %s %s', async (_what, fault, isAboutJob) => {
    const { server, transcriber } = aTranscriber();
    server.failNext(fault);

    await expect(transcriber.start(aJob())).rejects.toMatchObject({ name: 'TranscriberUnavailable', isAboutJob });
  });

  it('is unavailable with a wrong key, which no message holds', async () => {
    const { transcriber } = aTranscriber({ apiKey: 'sk-wrong' });
    const error = await transcriber.start(aJob()).catch((thrown: unknown) => thrown);

    expect(error).toEqual(new TranscriberUnavailable('The speech server answered 401 (invalid_api_key).'));
    expect(String(error)).not.toContain('sk-wrong');
  });
});

describe('a piece that is not answered in time', () => {
  const late = 'no answer in time';
  /** Asks for it, waits as long as is needed, and once more. */
  const twice = async (made: ReturnType<typeof aTranscriber>) => {
    for (const waitMs of [10 * MINUTE_MS, 2 * HOUR_MS]) {
      await expect(made.transcriber.check(aJob())).rejects.toThrow(TranscriberUnavailable);
      made.clock.pass(waitMs);
    }
  };

  it('is given up after the third time, and each time counts as heard', async () => {
    const made = aTranscriber();
    made.server.failNext(late, late, late);
    await twice(made);

    const job = aJob({ durationSeconds: 3 });
    expect(await made.transcriber.check(job)).toEqual({
      status: 'failed',
      detail: 'The speech server did not answer in time, three times for the same sound.',
      reason: 'provider_unavailable',
      heardSeconds: 2 * 300 + 3,
    });
    expect(await made.transcriber.check(job)).toMatchObject({ status: 'failed', heardSeconds: 2 * 300 + 3 });
    expect(made.server.requests).toEqual([]);
  });

  it('is not asked for again within ten minutes, and after the second time within two hours', async () => {
    const { server, clock, transcriber } = aTranscriber();
    const isAboutJob = { isAboutJob: true };
    for (const waitMs of [10 * MINUTE_MS, 2 * HOUR_MS]) {
      server.failNext(late);
      await expect(transcriber.check(aJob())).rejects.toMatchObject(isAboutJob);
      clock.pass(waitMs - 1);
      await expect(transcriber.check(aJob())).rejects.toMatchObject(isAboutJob);
      expect(server.requests).toEqual([]);
      clock.pass(1);
    }

    expect(await transcriber.check(aJob())).toMatchObject({ status: 'done' });
  });

  it('is heard once more where it is answered the third time, whatever Whisper doubts', async () => {
    const failed = { start: 0, end: 3, text: 'On and on.', compression_ratio: 12, temperature: 0 };
    const made = aTranscriber({ hear: () => ({ text: '', duration: 3, segments: [failed] }) });
    made.server.failNext(late, late);
    await twice(made);

    expect(await made.transcriber.check(aJob())).toMatchObject({ status: 'done', heardSeconds: 2 * 300 + 3 });
    expect(made.server.requests).toHaveLength(1);
  });

  it('counts beside the pieces before it', async () => {
    let asked = 0;
    const hear: Hearing = (upload) => {
      asked += 1;
      if (asked > 1) throw new DOMException('It took too long.', 'TimeoutError');
      return hearNumbers(upload);
    };
    const made = aTranscriber({ hear, audio: aNumberedWav(80), max: 44_444 });
    await twice(made);

    const result = await made.transcriber.check(aJob({ durationSeconds: 80 }));

    // The first piece, what it shares with the second, and the second three times, whose end was not known at first.
    expect(result).toMatchObject({ status: 'failed', heardSeconds: expect.closeTo(44 + 2 * 300 + 41, -1) });
    expect(made.server.requests).toHaveLength(4);
  });

  it('is no further channel: what was heard of all together stays', async () => {
    let asked = 0;
    const hear: Hearing = () => {
      asked += 1;
      if (asked > 1) throw new DOMException('It took too long.', 'TimeoutError');
      return { text: '', duration: 60 };
    };
    const { server, transcriber } = aTranscriber({ hear, audio: aSilentWav({ channels: 8 }) });

    const result = await transcriber.start(aJob({ durationSeconds: 60 }));

    expect(result).toMatchObject({ status: 'done', heardSeconds: 3 * 60, transcript: { segments: [] } });
    expect(server.requests).toHaveLength(3);
  });

  it('is waited for without an end where the server takes no connection, or is full', async () => {
    const { server, clock, transcriber } = aTranscriber();
    for (let nth = 0; nth < 10; nth += 1) {
      server.failNext(nth % 2 === 0 ? 'no connection' : refusal(429, 'rate_limit_exceeded'));
      await expect(transcriber.check(aJob())).rejects.toThrow(TranscriberUnavailable);
      clock.pass(MINUTE_MS);
    }

    expect(await transcriber.check(aJob())).toMatchObject({ status: 'done' });
  });
});

describe('sound that cannot be cut', () => {
  /** In no format that is read here. */
  const audio = new Uint8Array(1_000);
  const ofLength = (durationSeconds: number | null) => {
    const made = aTranscriber({ audio });
    return { ...made, heard: made.transcriber.start(aJob({ format: 'm4a', durationSeconds })) };
  };

  it.each([300, null])(
    'is sent as it is where it is no longer than a piece, or its length is not known: %j s',
    async (seconds) => {
      const { server, heard } = ofLength(seconds);

      expect(await heard).toMatchObject({ status: 'done' });
      expect(server.requests).toHaveLength(1);
    },
  );

  it('is unsupported_media where it is longer, and is not sent', async () => {
    const { server, heard } = ofLength(301);

    expect(await heard).toEqual({
      status: 'failed',
      detail: 'The audio is longer than five minutes and cannot be cut.',
      reason: 'unsupported_media',
    });
    expect(server.requests).toEqual([]);
  });
});

describe('what Whisper itself doubts', () => {
  const FAST = Array.from({ length: 178 }, () => 'time').join(' ');
  const failed = { start: 0, end: 6.5, text: FAST, avg_logprob: -0.18, no_speech_prob: 0.1, compression_ratio: 12 };
  const sure = { start: 0, end: 6.5, text: 'We ship on Friday.', avg_logprob: -0.2, compression_ratio: 1.1 };

  /** A server that hears by the temperatures of its requests, the first of them 0. */
  function aServerByTemperature(...heard: readonly (object | Response)[]) {
    let asked = 0;
    const made = aTranscriber({
      hear: () => {
        const segment = heard[asked++] ?? failed;
        return segment instanceof Response ? segment : { text: '', duration: 6.5, segments: [segment] };
      },
    });
    const temperatures = () =>
      made.server.requests.map(({ fields }) => fields.find(([name]) => name === 'temperature')?.[1]);
    return { ...made, temperatures };
  }
  const at = (temperature: number | null, segment: object) => ({ ...segment, temperature });

  it('is heard again at higher temperatures, until it is sure', async () => {
    const { transcriber, temperatures } = aServerByTemperature(at(0, failed), at(0.4, failed), at(0.8, sure));

    expect(await transcriber.start(aJob())).toMatchObject({
      transcript: { segments: [{ text: 'We ship on Friday.' }] },
    });
    expect(temperatures()).toEqual(['0', '0.4', '0.8']);
  });

  it('is left out where no temperature helps and no one speaks so fast, and counts as a voice', async () => {
    const { transcriber, temperatures } = aServerByTemperature(at(0, failed));

    expect(await transcriber.start(aJob())).toMatchObject({ transcript: { segments: [] }, unheardSeconds: 6.5 });
    expect(temperatures()).toEqual(['0', '0.4', '0.8']);
  });

  it.each([
    ['a server that has raised the temperature by itself', [at(0.8, failed)]],
    ['a server that says nothing of temperatures', [at(null, failed)]],
    ['what is taken for silence', [at(0, { ...failed, avg_logprob: -1.2, no_speech_prob: 0.9 })]],
    ['what is sure', [at(0, sure)]],
  ])('is heard once: %s', async (_what, heard) => {
    const { transcriber, temperatures } = aServerByTemperature(...heard);

    await transcriber.start(aJob());

    expect(temperatures()).toEqual(['0']);
  });

  it.each([
    ['takes no temperature', refusal(400, 'invalid_temperature')],
    ['is out of order by then', refusal(503, 'down')],
  ])('stays as it was heard where the server %s', async (_what, answer) => {
    const slow = { ...failed, text: 'We ship on Friday, we ship on Friday.', temperature: 0 };
    const { transcriber, temperatures } = aServerByTemperature(slow, answer);

    expect(await transcriber.start(aJob())).toMatchObject({ transcript: { segments: [{ text: slow.text }] } });
    expect(temperatures()).toEqual(['0', '0.4']);
  });

  it('stays as it was heard where half a minute is over', async () => {
    const { transcriber, temperatures, clock } = aServerByTemperature(at(0, failed));
    clock.pass(0);
    const slow = aTranscriber({
      hear: () => {
        slow.clock.pass(31_000);
        return { text: '', duration: 6.5, segments: [at(0, failed)] };
      },
    });

    await Promise.all([transcriber.start(aJob()), slow.transcriber.start(aJob())]);

    expect(slow.server.requests).toHaveLength(1);
    expect(temperatures()).toHaveLength(3);
  });
});

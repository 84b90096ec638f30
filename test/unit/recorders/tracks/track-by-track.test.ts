import { openaiTranscriber } from '#shared/capture/recorders/openai-speech/openai-transcriber';
import { trackByTrack } from '#shared/capture/recorders/tracks/track-by-track';
import type { OperationId } from '#shared/foundation/core/ids';
import { openAudio } from '#shared/foundation/media/cut-audio';
import { TranscriberUnavailable, type Transcription } from '#shared/meetings/recorders/ports';
import {
  aNumberedWav,
  aSpeechServer,
  type Hearing,
  hearNumbers,
  refusal,
  samplesIn,
} from '#test/doubles/recorders/openai-speech/a-speech-server';
import { inMemoryFiles } from '#test/support/in-memory-files';
import { describe, expect, it } from '#test/support/jest';
import { aFileOfTracks, packetsIn, remuxed, tracksIn, withoutPacketOf } from '#test/unit/media/some-audio';
import { aTestClock } from '#test/unit/recorders/a-test-clock';

const AUDIO = 'wks_01/con_01/media';

/** A speech server that hears the numbers of seconds, and an order for a number of tracks of a file. */
async function aTrackedFile(file: Uint8Array, tracks: number, { hear = hearNumbers, max = 1_000_000 } = {}) {
  const server = aSpeechServer({ hear, maxUploadBytes: max });
  const clock = aTestClock();
  const { files: stored, uploads, ...storage } = inMemoryFiles();
  await storage.put(AUDIO, file, '');
  const files = { ...storage, sizeOf: uploads.sizeOf, readRange: uploads.readRange };
  const speech = {
    kind: 'openai_compatible',
    baseUrl: 'https://speech.test',
    model: 'whisper-1',
    apiKey: null,
  } as const;
  const inner = openaiTranscriber({ ...speech, maxUploadBytes: max }, { fetch: server.fetch, files, clock, openAudio });
  const transcriber = trackByTrack(inner, { files, clock });
  const job = {
    ...{ name: 'opr_01' as OperationId, madeBy: null, audioKey: AUDIO, format: 'mkv', durationSeconds: null },
    ...{ language: 'auto', tracks },
  };
  const untilEnded = async (): Promise<Transcription> => {
    let last = await transcriber.start(job);
    while (last.status === 'running') last = await transcriber.check(job);
    return last;
  };
  return { server, clock, stored, transcriber, job, untilEnded };
}

/** Each number that was heard, with its speaker and time. */
function heardIn(result: Transcription) {
  const transcript = result.status === 'done' ? result.transcript : undefined;
  const nameOf = (id: string | null) => transcript?.speakers.find((one) => one.id === id)?.name;
  return transcript?.segments.flatMap(({ speakerId, words }) =>
    words.map(({ text, start }) => [nameOf(speakerId), Number(text), start] as const),
  );
}

const counted = (from: number, seconds: number): readonly number[] =>
  Array.from({ length: seconds }, (_, second) => from + second);

describe('the tracks of a file', () => {
  it.each(['MOV', 'Matroska'] as const)('are each a speaker, at the times of the file: %s', async (container) => {
    const file = await aFileOfTracks(container, [
      { numbers: counted(1, 10) },
      { numbers: counted(101, 5), startSeconds: 42 },
      { numbers: counted(201, 3), startSeconds: 4 },
    ]);
    const { untilEnded, server } = await aTrackedFile(file, 3);

    const words = heardIn(await untilEnded());

    const said = (speaker: string, from: number, seconds: number, startSeconds: number) =>
      counted(0, seconds).map((second) => [speaker, from + second, startSeconds + second + 0.1] as const);
    const expected = [...said('Track 1', 1, 10, 0), ...said('Track 3', 201, 3, 4), ...said('Track 2', 101, 5, 42)];
    const byNumber = (one: readonly [unknown, number, number], other: readonly [unknown, number, number]) =>
      one[1] - other[1];
    expect([...(words ?? [])].sort(byNumber)).toEqual(
      [...expected].sort(byNumber).map(([speaker, number, start]) => [speaker, number, expect.closeTo(start, 1)]),
    );
    expect(server.requests.map(({ filename }) => filename)).toEqual(['audio.wav', 'audio.wav', 'audio.wav']);
  });

  it('are joined by time', async () => {
    const hear: Hearing = (upload) => {
      const number = samplesIn(upload)[0];
      const segments = [0, 4].map((start) => ({ start, end: start + 1, text: `${number} at ${start}.` }));
      return { text: '', language: number === 1 ? 'german' : 'english', segments };
    };
    const file = await aFileOfTracks('Matroska', [
      { numbers: counted(1, 6) },
      { numbers: counted(101, 6), startSeconds: 2 },
    ]);
    const { untilEnded } = await aTrackedFile(file, 2, { hear });

    expect(await untilEnded()).toMatchObject({
      transcript: {
        language: 'en',
        speakers: [
          { id: 'spk_1', name: 'Track 1' },
          { id: 'spk_2', name: 'Track 2' },
        ],
        segments: [
          { speakerId: 'spk_1', start: 0, text: '1 at 0.' },
          { speakerId: 'spk_2', start: 2, text: '101 at 0.' },
          { speakerId: 'spk_1', start: 4, text: '1 at 4.' },
          { speakerId: 'spk_2', start: 6, text: '101 at 4.' },
        ],
      },
    });
  });

  it('in which nothing is said, or that have no packet, are no speakers', async () => {
    const tracks = [{ numbers: [0, 0, 0] }, { numbers: [77] }, { numbers: [101, 102] }];
    const file = withoutPacketOf(77, await aFileOfTracks('Matroska', tracks));
    const hear: Hearing = (upload) =>
      samplesIn(upload)[0] === 0 ? { text: '', language: null, duration: 3 } : hearNumbers(upload);
    const { untilEnded, server } = await aTrackedFile(file, 3, { hear });

    const result = await untilEnded();

    expect(result).toMatchObject({ transcript: { speakers: [{ id: 'spk_1', name: 'Track 3' }] }, heardSeconds: 5 });
    expect(server.requests).toHaveLength(2);
  });

  it('are heard in pieces where they are long, each in its place', async () => {
    const file = await aFileOfTracks('Matroska', [
      { numbers: counted(1, 90) },
      { numbers: counted(101, 90), startSeconds: 30 },
    ]);
    const { untilEnded, server } = await aTrackedFile(file, 2, { max: 44_444 });

    const words = heardIn(await untilEnded()) ?? [];

    expect(server.requests.length).toBeGreaterThan(4);
    expect(words.map(([, number]) => number).sort((one, other) => one - other)).toEqual([
      ...counted(1, 90),
      ...counted(101, 90),
    ]);
    for (const [speaker, number, start] of words)
      expect(start).toBeCloseTo(speaker === 'Track 1' ? number - 1 + 0.1 : number - 101 + 30.1, 1);
  });

  it('that were heard are not heard again after a crash or an outage between two of them', async () => {
    const file = await aFileOfTracks('Matroska', [{ numbers: [1, 2] }, { numbers: [101] }, { numbers: [201] }]);
    const { transcriber, job, server, stored, untilEnded } = await aTrackedFile(file, 3);
    expect(await transcriber.start(job)).toMatchObject({ status: 'running', heardSeconds: 2 });
    server.failNext('no answer');
    await expect(transcriber.check(job)).rejects.toThrow(TranscriberUnavailable);

    const result = await untilEnded();

    expect(heardIn(result)?.map(([, number]) => number)).toEqual([1, 2, 101, 201]);
    expect(server.requests).toHaveLength(3);
    expect(await transcriber.check(job)).toEqual(result);
    await transcriber.deleteData(job);
    expect([...stored.keys()]).toEqual([AUDIO]);
  });

  it('fail with the first that fails, and say how much was heard before', async () => {
    const hear: Hearing = (upload) =>
      samplesIn(upload)[0] === 101 ? refusal(400, 'unsupported_format') : hearNumbers(upload);
    const file = await aFileOfTracks('Matroska', [{ numbers: [1, 2] }, { numbers: [101] }, { numbers: [201] }]);
    const { untilEnded, server } = await aTrackedFile(file, 3, { hear });

    expect(await untilEnded()).toMatchObject({ status: 'failed', heardSeconds: 2 });
    expect(server.requests).toHaveLength(2);
  });

  it('that are not there or cannot be cut are unsupported, and no other is sent for them', async () => {
    const { untilEnded, server } = await aTrackedFile(aNumberedWav(3), 2);

    expect(await untilEnded()).toMatchObject({ status: 'failed', reason: 'unsupported_media' });
    expect(server.requests).toHaveLength(1);
  });

  it('keep what is repeated without a break once in each, whoever speaks in between', async () => {
    const repeated = (text: string, count: number) => ({
      text: '',
      segments: Array.from({ length: count }, (_, nth) => ({ start: nth * 5, end: nth * 5 + 4, text })),
    });
    const hear: Hearing = (upload) =>
      samplesIn(upload)[0] === 1
        ? repeated('Thank you for watching.', 12)
        : {
            text: '',
            segments: Array.from({ length: 12 }, (_, nth) => ({
              start: nth * 5,
              end: nth * 5 + 4,
              text: `No. ${nth}`,
            })),
          };
    const file = await aFileOfTracks('Matroska', [{ numbers: [1] }, { numbers: [101] }]);
    const { untilEnded } = await aTrackedFile(file, 2, { hear });

    const result = await untilEnded();

    const texts = result.status === 'done' ? result.transcript.segments.map(({ text }) => text) : [];
    expect(texts.filter((text) => text === 'Thank you for watching.')).toHaveLength(1);
    expect(texts).toHaveLength(13);
  });
});

describe('a file whose default track alone is heard', () => {
  it('is cut to it where it has others, of which a server would hear the first', async () => {
    const tracks = [{ numbers: [1, 2], isDefault: false }, { numbers: [101, 102] }];
    const sent: Uint8Array[] = [];
    const hear: Hearing = (upload) => {
      sent.push(upload);
      return { text: 'Hello.' };
    };
    const { transcriber, job } = await aTrackedFile(await aFileOfTracks('MP4', tracks, 'aac'), 1, { hear });
    const { tracks: _tracks, ...one } = { ...job, format: 'mp4' };

    await transcriber.start(one);

    const packets = await Promise.all(sent.map(packetsIn));
    expect(packets.map((some) => some.map(({ hex }) => Number.parseInt(hex.slice(0, 2), 16)))).toEqual([[101, 102]]);
    expect(await tracksIn(sent[0] ?? new Uint8Array())).toBe(1);
  });

  it('is sent whole where it has no other', async () => {
    const { transcriber, job, server } = await aTrackedFile(await remuxed('MP4', 'aac', 3), 1, {
      hear: () => ({ text: 'Hello.' }),
    });
    const { tracks: _tracks, ...one } = { ...job, format: 'mp4' };

    await transcriber.start(one);

    expect(server.requests.map(({ filename }) => filename)).toEqual(['audio.mp4']);
  });
});

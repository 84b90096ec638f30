import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { BufferTarget, EncodedAudioPacketSource, EncodedPacket, MkvOutputFormat, Output } from 'mediabunny';
import { transcriptionFrom } from '#shared/capture/recorders/simulator/script';
import type { SpeakerTimeline } from '#shared/meetings/recorders/rules/speaker-timeline';
import type { Word } from '#shared/meetings/results/rules/results';
import { seededRandom } from '../random.ts';

/** A recording of which is known what it holds. */
export interface KnownRecording {
  readonly name: string;
  readonly file: Uint8Array;
  readonly format: 'wav' | 'mkv';
  /** How many tracks are heard; left out, the main one is. */
  readonly tracks?: number;
  readonly durationSeconds: number;
  readonly language: string;
  /** Who spoke when, as a recorder shows it; undefined where it is not known. */
  readonly timeline: SpeakerTimeline | undefined;
  /** What is said, where it is known. */
  readonly words: readonly Word[];
}

const RATE = 16_000;
const HEADER_BYTES = 44;

/** A WAV of 16-bit samples. */
function wavOf(samples: Int16Array, channels = 1): Uint8Array {
  const header = Buffer.alloc(HEADER_BYTES);
  header.write('RIFF', 0, 'latin1');
  header.writeUInt32LE(HEADER_BYTES - 8 + samples.byteLength, 4);
  header.write('WAVEfmt ', 8, 'latin1');
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(channels, 22);
  header.writeUInt32LE(RATE, 24);
  header.writeUInt32LE(RATE * channels * 2, 28);
  header.writeUInt16LE(channels * 2, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36, 'latin1');
  header.writeUInt32LE(samples.byteLength, 40);
  return new Uint8Array(Buffer.concat([header, Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength)]));
}

const made = (seconds: number, sample: (at: number) => number): Int16Array =>
  Int16Array.from({ length: seconds * RATE }, (_, nth) => Math.round(sample(nth / RATE) * 32_767));

/** Three notes of a chord, a bar at a time. */
const music = (at: number): number => {
  const root = [220, 262, 196, 247][Math.floor(at / 2) % 4] ?? 220;
  return [1, 1.26, 1.5].reduce((sum, step) => sum + 0.15 * Math.sin(2 * Math.PI * root * step * at), 0);
};

/** A part of the shipped meeting, or what is built around it. */
interface Speech {
  readonly samples: Int16Array;
  readonly words: readonly Word[];
}

const shifted = (words: readonly Word[], by: number): readonly Word[] =>
  words.map((word) => ({ ...word, start: word.start + by, end: word.end + by }));

const silence = (seconds: number): Int16Array => new Int16Array(seconds * RATE);

function joined(...parts: readonly Int16Array[]): Int16Array {
  const all = new Int16Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

const secondsOf = ({ length }: Int16Array): number => length / RATE;

/** The platform shows a speaker from the first word of each part to its last. */
const turn = (words: readonly Word[]): SpeakerTimeline =>
  words.length === 0
    ? []
    : [{ speakerKey: 'ada', speakerName: 'Ada', start: words[0]?.start ?? 0, end: words.at(-1)?.end ?? 0 }];

/** The shipped meeting in the folder, and silence, music and noise that are made. */
export async function knownRecordings(meeting: string): Promise<readonly KnownRecording[]> {
  const speech = await shippedSpeech(meeting);
  const { samples, words } = speech;
  const cutAt = 20.4;
  const mono = (name: string, sound: Int16Array, of: Partial<KnownRecording> = {}): KnownRecording => ({
    ...{ name, file: wavOf(sound), format: 'wav', durationSeconds: secondsOf(sound), language: 'en' },
    ...{ timeline: [], words: [] },
    ...of,
  });
  const said = (by: number) => ({ words: shifted(words, by), timeline: turn(shifted(words, by)) });
  const random = seededRandom(7);
  const late = joined(silence(240), samples);
  const pauses = joined(samples, silence(3 * 3600), samples);
  const twice = [...words, ...shifted(words, secondsOf(samples) + 3 * 3600)];
  return [
    mono('the shipped meeting', samples, said(0)),
    mono('silence', silence(60)),
    mono('silence, speakers shown', silence(60), {
      timeline: [{ speakerKey: 'a', speakerName: 'Ada', start: 5, end: 40 }],
    }),
    mono('music', made(60, music)),
    mono(
      'white noise',
      made(60, () => 0.3 * (2 * random() - 1)),
    ),
    mono('two channels of opposite phase', samples, { ...said(0), file: wavOf(inverted(samples), 2) }),
    mono('sound from minute 4 on', late, said(240)),
    {
      ...mono('two tracks, one from 20 s on', samples),
      ...{ file: await ofTracks([samples, 0], [samples, LATE_SECONDS]), format: 'mkv', tracks: 2 },
      ...{ durationSeconds: secondsOf(samples) + LATE_SECONDS, words: [...words, ...shifted(words, LATE_SECONDS)] },
      timeline: turn([...words, ...shifted(words, LATE_SECONDS)]),
    },
    mono('cut in a word', samples.slice(0, cutAt * RATE), {
      words: words.filter(({ end }) => end <= cutAt),
      timeline: turn(words.filter(({ end }) => end <= cutAt)),
    }),
    mono('3 h of pauses', pauses, { words: twice, timeline: [...turn(words), ...turn(twice.slice(words.length))] }),
  ];
}

/** A recording of which only its length is known. */
export async function otherRecording(file: string): Promise<KnownRecording> {
  const wav = new Uint8Array(await readFile(file));
  const view = new DataView(wav.buffer, wav.byteOffset);
  const durationSeconds = (wav.length - HEADER_BYTES) / view.getUint32(28, true);
  const timeline = [{ speakerKey: 'a', speakerName: null, start: 0, end: durationSeconds }];
  return { name: basename(file), file: wav, format: 'wav', durationSeconds, language: 'auto', timeline, words: [] };
}

/** Where the second of two tracks begins. */
const LATE_SECONDS = 20;

/** A Matroska of tracks, each of which begins at its own time. */
async function ofTracks(...tracks: readonly (readonly [Int16Array, number])[]): Promise<Uint8Array> {
  const output = new Output({ format: new MkvOutputFormat(), target: new BufferTarget() });
  const sources = tracks.map(() => new EncodedAudioPacketSource('pcm-s16'));
  for (const source of sources) output.addAudioTrack(source);
  await output.start();
  const packets = tracks.flatMap(([samples, startSeconds], track) =>
    Array.from({ length: Math.floor(secondsOf(samples)) }, (_, second) => ({
      ...{ track, at: startSeconds + second },
      bytes: new Uint8Array(samples.slice(second * RATE, (second + 1) * RATE).buffer),
    })),
  );
  const decoderConfig = { codec: 'pcm-s16', sampleRate: RATE, numberOfChannels: 1 };
  for (const { track, at, bytes } of packets.toSorted((one, other) => one.at - other.at))
    await sources[track]?.add(new EncodedPacket(bytes, 'key', at, 1), { decoderConfig });
  await output.finalize();
  return new Uint8Array(output.target.buffer ?? new ArrayBuffer(0));
}

/** Each sample beside its negative: mixed, nothing is left. */
const inverted = (samples: Int16Array): Int16Array =>
  Int16Array.from({ length: samples.length * 2 }, (_, nth) => {
    const sample = samples[nth >> 1] ?? 0;
    return nth % 2 === 0 ? sample : Math.min(32_767, -sample);
  });

async function shippedSpeech(meeting: string): Promise<Speech> {
  const wav = await readFile(join(meeting, 'audio.wav'));
  const bytes = Uint8Array.from(wav.subarray(HEADER_BYTES));
  const script = transcriptionFrom(await readFile(join(meeting, 'script.vtt'), 'utf8'));
  if (script.status !== 'done') throw new Error('The script of the meeting cannot be read.');
  return { samples: new Int16Array(bytes.buffer), words: script.transcript.segments.flatMap((one) => one.words) };
}

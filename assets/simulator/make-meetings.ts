/**
 * Makes the recorded meetings that the simulator plays, from the dialog.json in each folder:
 *
 *   apt-get install flite flite1-dev gcc ffmpeg
 *   node assets/simulator/make-meetings.ts
 *
 * Each line is said in a flite voice. The word times in script.vtt are those of the voice's own segments, moved to
 * where the line lies in the recording; nothing is estimated. The video is a still frame with the same sound, in
 * fragments of one second each, so that the simulator can end it early by leaving fragments out.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const SAMPLES_PER_SECOND = 16_000;
const PAUSE_SECONDS = 0.25;
const LIBRARIES = ['cmu_us_awb', 'cmu_us_rms', 'cmu_us_slt', 'usenglish', 'cmulex'].map((name) => `-lflite_${name}`);
const LICENCE =
  'Speech made with Flite and its CMU ARCTIC voices (Carnegie Mellon University; free to use and redistribute, BSD-like licence). Dialog, script and pictures are part of this project.';

interface Dialog {
  readonly title: string;
  readonly language: string;
  readonly speakers: readonly { readonly name: string; readonly voice: string }[];
  readonly lines: readonly (readonly [name: string, text: string])[];
  readonly silenceSeconds?: number;
}
interface TimedWord {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}
interface Cue {
  readonly name: string;
  readonly words: readonly TimedWord[];
}
interface Made {
  readonly samples: Buffer;
  readonly cues: readonly Cue[];
}

const here = import.meta.dirname;
const commandContext = mkdtempSync(join(tmpdir(), 'meetings-'));

function makeMeeting(folder: string): void {
  const dialog: Dialog = JSON.parse(readFileSync(join(folder, 'dialog.json'), 'utf8'));
  const { samples, cues } = speak(dialog);
  writeFileSync(join(folder, 'audio.wav'), withWavHeader(samples));
  writeFileSync(join(folder, 'script.vtt'), scriptOf(dialog, cues));
  makeVideo(folder, dialog, secondsIn(samples));
  writeFileSync(join(folder, 'manifest.json'), `${JSON.stringify(manifestOf(folder, dialog, samples), null, 2)}\n`);
}

function speak(dialog: Dialog): Made {
  const parts: Buffer[] = [silence(dialog.silenceSeconds ?? PAUSE_SECONDS)];
  const cues: Cue[] = [];
  for (const [name, text] of dialog.lines) {
    const voice = dialog.speakers.find((speaker) => speaker.name === name)?.voice ?? '';
    const startsAt = secondsIn(Buffer.concat(parts));
    const { samples, words } = say(voice, text);
    cues.push({ name, words: words.map((word) => moved(word, startsAt)) });
    parts.push(samples, silence(PAUSE_SECONDS));
  }
  return { samples: Buffer.concat(parts), cues };
}

function say(voice: string, text: string): { samples: Buffer; words: TimedWord[] } {
  const wav = join(commandContext, 'line.wav');
  const told = execFileSync(join(commandContext, 'speak'), [voice, wav, text], { encoding: 'utf8' }).trim().split('\n');
  const spoken = text.split(' ');
  if (told.length !== spoken.length) throw new Error(`The voice cut this line differently: ${text}`);
  const words = told.map((line, index) => {
    const [, start, end] = line.split('\t');
    return { text: spoken[index] ?? '', start: Number(start), end: Number(end) };
  });
  return { samples: readFileSync(wav).subarray(44), words };
}

const moved = ({ text, start, end }: TimedWord, by: number): TimedWord => ({ text, start: start + by, end: end + by });
const silence = (seconds: number): Buffer => Buffer.alloc(Math.round(seconds * SAMPLES_PER_SECOND) * 2);
const secondsIn = (samples: Buffer): number => samples.length / 2 / SAMPLES_PER_SECOND;

function withWavHeader(samples: Buffer): Buffer {
  const header = Buffer.alloc(44);
  header.write('RIFF', 0);
  header.writeUInt32LE(36 + samples.length, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20); // PCM
  header.writeUInt16LE(1, 22); // one channel
  header.writeUInt32LE(SAMPLES_PER_SECOND, 24);
  header.writeUInt32LE(SAMPLES_PER_SECOND * 2, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36);
  header.writeUInt32LE(samples.length, 40);
  return Buffer.concat([header, samples]);
}

function scriptOf(dialog: Dialog, cues: readonly Cue[]): string {
  const blocks = cues.map(({ name, words }) => {
    const from = stamp(words[0]?.start ?? 0);
    const to = stamp(words.at(-1)?.end ?? 0);
    return `${from} --> ${to}\n<v ${name}>${words.map(wordWithTimes).join(' ')}</v>\n`;
  });
  return [`WEBVTT\nLanguage: ${dialog.language}\n`, ...blocks].join('\n');
}

/** A stamp before the word, and one after it where the voice paused before the next. */
function wordWithTimes({ text, start, end }: TimedWord, index: number, all: readonly TimedWord[]): string {
  const next = all[index + 1];
  const pause = next && stamp(next.start) !== stamp(end) ? `<${stamp(end)}>` : '';
  return `<${stamp(start)}>${text}${pause}`;
}

function stamp(seconds: number): string {
  const milliseconds = Math.round(seconds * 1000);
  const two = (count: number) => String(Math.floor(count)).padStart(2, '0');
  const whole = milliseconds / 1000;
  return `${two(whole / 3600)}:${two((whole / 60) % 60)}:${two(whole % 60)}.${String(milliseconds % 1000).padStart(3, '0')}`;
}

/** A dark room with one light tile for each voice; one picture a second. */
function makeVideo(folder: string, { speakers }: Dialog, seconds: number): void {
  const tiles = (speakers.length > 0 ? speakers : [{}]).map(
    (_, index) => `drawbox=x=${20 + index * 100}:y=60:w=80:h=60:color=0x6a7f9c:t=fill`,
  );
  const picture = ['-f', 'lavfi', '-i', `color=c=0x1c2430:s=320x180:r=1:d=${Math.ceil(seconds)}`];
  const codecs = [
    '-c:v',
    'libx264',
    '-preset',
    'veryslow',
    '-tune',
    'stillimage',
    '-g',
    '1',
    '-bf',
    '0',
    '-pix_fmt',
    'yuv420p',
  ];
  const sound = ['-c:a', 'aac', '-b:a', '32k', '-ac', '1', '-ar', '16000'];
  const fragments = ['-movflags', 'frag_keyframe+empty_moov+default_base_moof+skip_trailer', '-fflags', '+bitexact'];
  const bitexact = ['-flags:v', '+bitexact', '-flags:a', '+bitexact', '-map_metadata', '-1'];
  const args = [...picture, '-i', join(folder, 'audio.wav'), '-vf', tiles.join(','), ...codecs, ...sound];
  execFileSync('ffmpeg', ['-y', '-loglevel', 'error', ...args, ...bitexact, ...fragments, join(folder, 'video.mp4')]);
}

function manifestOf(folder: string, dialog: Dialog, samples: Buffer) {
  const file = (name: string, kind: string, content_type: string) => ({
    name,
    kind,
    content_type,
    size_bytes: statSync(join(folder, name)).size,
  });
  return {
    title: dialog.title,
    duration_seconds: Math.round(secondsIn(samples) * 1000) / 1000,
    language: dialog.language,
    voices: dialog.speakers.map(({ name, voice }) => ({ name, voice: `flite cmu_us_${voice}` })),
    made_by: 'assets/simulator/make-meetings.ts',
    licence: LICENCE,
    script: 'script.vtt',
    files: [file('audio.wav', 'audio', 'audio/wav'), file('video.mp4', 'video', 'video/mp4')],
  };
}

try {
  execFileSync('gcc', [
    '-O1',
    '-o',
    join(commandContext, 'speak'),
    join(here, 'speak.c'),
    ...LIBRARIES,
    '-lflite',
    '-lm',
  ]);
  for (const name of ['beta-launch', 'silence']) makeMeeting(join(here, name));
} finally {
  rmSync(commandContext, { recursive: true });
}

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import * as v from 'valibot';
import { printedSteps } from '#bin/cli/progress';
import { PROJECT_DIR, STATE_DIR } from '#bin/paths';
import { killAllGroups } from '#bin/stack/process-group';
import { runSpeechServer } from '#bin/stack/speech/speech-server';
import { VerboseTranscription } from '#shared/capture/recorders/openai-speech/speech-schemas';
import { asSentence, circumstances } from '../machine.ts';
import { longMp4, longWav } from './long-files.ts';
import { hearLongRecording } from './long-recording.ts';
import { printOutcomes } from './outcomes.ts';
import { standInForSpeech } from './stand-in.ts';
import { wordAccuracy } from './word-accuracy.ts';

const USAGE = `npm run bench -- speech [--hours N [--stand-in]] [--heard FILE] [--outcomes [--wav FILE]…]

Transcribes the shipped meeting by the speech server of the local stack, and prints its word accuracy (1 - WER, against
the text that was spoken; "9th" for "ninth" counts as an error) and its real-time factor.

  --hours N  transcribes it over and over instead, as a recording of N hours that is sent in pieces: as a WAV, and as an MP4 of AAC
  --stand-in  a server that hears one word a second at once, so that the time is that of ingestion and transcription alone
  --outcomes  what the transcripts of known recordings come to: silence, music, noise, opposite phase, late sound, two tracks, pauses
  --wav F  that of a WAV besides, in which someone speaks from the first second to the last
  --heard F  the word accuracy of what npm run transcribe -- --json printed of the shipped meeting, in any form of file`;

/** The worker's function has 1 GB. */
const MOST_MB = 512;
const MEETING = join(PROJECT_DIR, 'assets/simulator/beta-launch');
const Dialog = v.object({ lines: v.array(v.tuple([v.string(), v.string()])) });

async function transcribe(url: string) {
  const body = new FormData();
  body.set('response_format', 'verbose_json');
  body.set('language', 'en');
  body.set('file', new Blob([new Uint8Array(await readFile(join(MEETING, 'audio.wav')))]), 'audio.wav');
  const startedAt = performance.now();
  const response = await fetch(`${url}/v1/audio/transcriptions`, { method: 'POST', body });
  const heard = v.parse(VerboseTranscription, await response.json());
  return { heard, seconds: (performance.now() - startedAt) / 1000 };
}

async function printAccuracy(heard: string): Promise<void> {
  const { lines } = v.parse(Dialog, JSON.parse(await readFile(join(MEETING, 'dialog.json'), 'utf8')));
  const reference = lines.map(([, text]) => text).join(' ');
  console.log(`word accuracy     ${(wordAccuracy(reference, heard) * 100).toFixed(1)} %`);
}

async function measureMeeting(url: string): Promise<void> {
  const { heard, seconds } = await transcribe(url);
  await printAccuracy(heard.text);
  printFactor(seconds, heard.duration ?? 0);
}

const Transcribed = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ text: v.string(), work_seconds: v.number(), audio_length_in_seconds: v.number() }),
);

/** The lines of the text begin with their time. */
async function measureHeard(file: string): Promise<void> {
  const { text, work_seconds, audio_length_in_seconds } = v.parse(Transcribed, await readFile(file, 'utf8'));
  await printAccuracy(text.replaceAll(/^\[[\d:]+\] /gm, ''));
  printFactor(work_seconds, audio_length_in_seconds);
}

async function measureLong(url: string, hours: number): Promise<void> {
  const makers = [() => longWav(join(MEETING, 'audio.wav'), hours), () => longMp4(join(MEETING, 'video.mp4'), hours)];
  for (const make of makers) {
    const recording = await make();
    const heard = await hearLongRecording(url, recording);
    await recording.close();
    console.log(`${recording.format}               ${(recording.sizeBytes / 1e6).toFixed(0)} MB`);
    console.log(`ingestion         ${heard.ingestionSeconds.toFixed(2)} s, read as ${heard.readSeconds.toFixed(1)} s`);
    console.log(`words             ${heard.words} in ${heard.runs} runs`);
    console.log(`after last word   ${heard.silenceAtEndSeconds.toFixed(1)} s`);
    printFactor(heard.seconds, heard.durationSeconds);
  }
  // In KB on Linux and macOS alike, by Node.
  const peakRssMb = process.resourceUsage().maxRSS / 1024;
  console.log(`peak memory       ${peakRssMb.toFixed(0)} MB of both, the program included`);
  if (peakRssMb > MOST_MB) throw new Error(`It takes more than ${MOST_MB} MB of memory.`);
}

const printFactor = (seconds: number, durationSeconds: number): void =>
  console.log(
    `real-time factor  ${(seconds / durationSeconds).toFixed(3)} (${seconds.toFixed(1)} s for ${durationSeconds.toFixed(1)} s)`,
  );

const speechServer = (isStandIn: boolean) =>
  isStandIn
    ? standInForSpeech()
    : runSpeechServer({
        ...{ stateDir: join(STATE_DIR, 'bench-speech'), step: printedSteps() },
        signal: new AbortController().signal,
      });

async function main(measure: (url: string) => Promise<void>, isStandIn: boolean): Promise<void> {
  const server = await speechServer(isStandIn);
  try {
    await measure(server.url);
    console.log(asSentence(circumstances(0)));
  } finally {
    await server.stop();
  }
}

process.on('exit', killAllGroups);
const { values } = parseArgs({
  options: {
    help: { type: 'boolean', default: false },
    hours: { type: 'string' },
    'stand-in': { type: 'boolean', default: false },
    heard: { type: 'string' },
    outcomes: { type: 'boolean', default: false },
    wav: { type: 'string', multiple: true, default: [] },
  },
});
const { help, hours, heard, outcomes, wav, 'stand-in': isStandIn } = values;
if (help) console.log(USAGE);
else if (heard !== undefined) await measureHeard(heard);
else if (hours !== undefined && !(Number(hours) > 0)) console.error('--hours takes a number of hours, such as 2.');
else if (isStandIn && hours === undefined) console.error('--stand-in takes --hours as well.');
else if (outcomes) await main((url) => printOutcomes(url, MEETING, wav), false);
else if (hours === undefined) await main(measureMeeting, false);
else await main((url) => measureLong(url, Number(hours)), isStandIn);

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import * as v from 'valibot';
import { printedSteps } from '#bin/cli/progress';
import { PROJECT_DIR, STATE_DIR } from '#bin/paths';
import { killAllGroups } from '#bin/stack/process-group';
import { runSpeechServer } from '#bin/stack/speech/speech-server';
import { VerboseTranscription } from '#shared/recorders/openai-speech/speech-schemas';
import { asSentence, circumstances } from '../machine.ts';
import { hearLongRecording } from './long-recording.ts';
import { wordAccuracy } from './word-accuracy.ts';

const USAGE = `npm run bench:speech -- [--hours N]

Transcribes the shipped meeting by the speech server of the local stack, and prints its word accuracy (1 - WER, against
the text that was spoken; "9th" for "ninth" counts as an error) and its real-time factor.

  --hours N  transcribes it over and over instead, as a recording of N hours that is sent in pieces`;

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

async function measureMeeting(url: string): Promise<void> {
  const { lines } = v.parse(Dialog, JSON.parse(await readFile(join(MEETING, 'dialog.json'), 'utf8')));
  const reference = lines.map(([, text]) => text).join(' ');
  const { heard, seconds } = await transcribe(url);
  const durationSeconds = heard.duration ?? 0;
  console.log(`word accuracy     ${(wordAccuracy(reference, heard.text) * 100).toFixed(1)} %`);
  printFactor(seconds, durationSeconds);
}

async function measureLong(url: string, hours: number): Promise<void> {
  const heard = await hearLongRecording(url, join(MEETING, 'audio.wav'), hours);
  console.log(`words             ${heard.words} in ${heard.runs} runs`);
  console.log(`memory            ${heard.memoryMb.toFixed(0)} MB`);
  console.log(`after last word   ${heard.silenceAtEndSeconds.toFixed(1)} s`);
  printFactor(heard.seconds, heard.durationSeconds);
}

const printFactor = (seconds: number, durationSeconds: number): void =>
  console.log(
    `real-time factor  ${(seconds / durationSeconds).toFixed(3)} (${seconds.toFixed(1)} s for ${durationSeconds.toFixed(1)} s)`,
  );

async function main(hours: number | undefined): Promise<void> {
  const { signal } = new AbortController();
  const server = await runSpeechServer({ stateDir: join(STATE_DIR, 'bench-speech'), step: printedSteps(), signal });
  try {
    await (hours === undefined ? measureMeeting(server.url) : measureLong(server.url, hours));
    console.log(asSentence(circumstances(0)));
  } finally {
    await server.stop();
  }
}

process.on('exit', killAllGroups);
const { help, hours } = parseArgs({
  options: { help: { type: 'boolean', default: false }, hours: { type: 'string' } },
}).values;
if (help) console.log(USAGE);
else if (hours !== undefined && !(Number(hours) > 0)) console.error('--hours takes a number of hours, such as 2.');
else await main(hours === undefined ? undefined : Number(hours));

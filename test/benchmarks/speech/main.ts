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
import { wordAccuracy } from './word-accuracy.ts';

const USAGE = `npm run bench:speech

Transcribes the shipped meeting by the speech server of the local stack, and prints its word accuracy (1 - WER, against
the text that was spoken; "9th" for "ninth" counts as an error) and its real-time factor.`;

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

async function main(): Promise<void> {
  const { lines } = v.parse(Dialog, JSON.parse(await readFile(join(MEETING, 'dialog.json'), 'utf8')));
  const reference = lines.map(([, text]) => text).join(' ');
  const { signal } = new AbortController();
  const server = await runSpeechServer({ stateDir: join(STATE_DIR, 'bench-speech'), step: printedSteps(), signal });
  try {
    const { heard, seconds } = await transcribe(server.url);
    const durationSeconds = heard.duration ?? 0;
    console.log(`word accuracy     ${(wordAccuracy(reference, heard.text) * 100).toFixed(1)} %`);
    const spent = seconds.toFixed(1);
    console.log(
      `real-time factor  ${(seconds / durationSeconds).toFixed(3)} (${spent} s for ${durationSeconds.toFixed(1)} s)`,
    );
    console.log(asSentence(circumstances(0)));
  } finally {
    await server.stop();
  }
}

process.on('exit', killAllGroups);
const { help } = parseArgs({ options: { help: { type: 'boolean', default: false } } }).values;
if (help) console.log(USAGE);
else await main();

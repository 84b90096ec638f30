import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Transcript } from '#shared/meetings/results/rules/results';
import { DEFAULT_STYLE } from '#shared/texts/subtitles/rules/style';
import { subtitlesOf } from '#shared/texts/subtitles/rules/subtitles-of';
import { writeFigures } from '../figures-in.ts';
import { longTranscript, meetings } from '../long-transcript.ts';
import { asSentence, circumstances } from '../machine.ts';
import { cpuMs } from '../stopwatch.ts';
import { table } from '../table.ts';
import { figuresOf } from './figures.ts';
import { cuePerSegment, filledLines, type Shown } from './naive-split.ts';

const USAGE = `npm run bench -- subtitles [--hours N] [--write]

  --hours N  length of the transcript whose segmentation is timed (4)
  --write    puts the figures into docs/subtitles.md`;

const ROOT = join(import.meta.dirname, '../../..');
const GUIDE = join(ROOT, 'docs/subtitles.md');

const segmented = (transcript: Transcript): readonly Shown[] =>
  subtitlesOf(transcript, DEFAULT_STYLE, null).map(({ startMs, endMs, lines }) => ({
    seconds: (endMs - startMs) / 1000,
    lines,
  }));

const share = (count: number, all: number): string =>
  all === 0 ? '–' : `${count} of ${all} (${((100 * count) / all).toFixed(0)} %)`;

function row(name: string, way: string, shown: readonly Shown[]): readonly string[] {
  const { cues, tooFast, lines, tooLong, breaks, withinPhrase } = figuresOf(shown);
  return [name, way, share(tooFast, cues), share(tooLong, lines), share(withinPhrase, breaks)];
}

const comparison = () =>
  table(
    ['Meeting', 'subtitles', 'cues over 20 characters/s', 'lines over 42 characters', 'breaks within a phrase'],
    meetings.flatMap(({ name, transcript }) => [
      row(name, 'a cue for each segment', cuePerSegment(transcript.segments)),
      row(name, 'lines filled with words', filledLines(transcript.segments)),
      row(name, 'segmented', segmented(transcript)),
    ]),
  );

function timed(hours: number): string {
  const transcript = longTranscript(hours);
  const words = transcript.segments.reduce((sum, segment) => sum + segment.words.length, 0);
  const before = cpuMs();
  const cues = subtitlesOf(transcript, DEFAULT_STYLE, null).length;
  const seconds = (cpuMs() - before) / 1000;
  return `A transcript of ${hours} hours (${words} words) becomes ${cues} cues in ${seconds.toFixed(2)} s of processor time.`;
}

const { values } = parseArgs({
  options: {
    hours: { type: 'string', default: '4' },
    write: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) console.log(USAGE);
else {
  const hours = Number(values.hours);
  const figures = [
    `\`npm run bench -- subtitles --hours ${hours}\`: ${asSentence(circumstances(1))}`,
    comparison(),
    timed(hours),
  ].join('\n\n');
  console.log(figures);
  if (values.write) await writeFigures(GUIDE, 'subtitles', figures);
}

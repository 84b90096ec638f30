import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { TEXT_FORMATS } from '#shared/texts/exports/rules/export';
import { writeFigures } from '../figures-in.ts';
import { asSentence, circumstances } from '../machine.ts';
import { table } from '../table.ts';
import type { Asked, Measured } from './write-one.ts';

const USAGE = `npm run bench -- exports [--hours N] [--only FORMAT] [--write]

  --hours N  length of the text that is written in each format (4); a ZIP holds five of them
  --only F   this format alone (docx, say), whose figures are printed and not written
  --write    puts the figures into docs/exports.md`;

const DOCUMENT = join(import.meta.dirname, '../../../docs/exports.md');
const IN_ZIP = 5;
const FORMATS_IN_ZIP = ['txt', 'json', 'docx', 'pdf', 'srt'] as const;
const MB = 1024 * 1024;

async function measured(asked: Asked): Promise<Measured> {
  const child = fork(join(import.meta.dirname, 'write-one.ts'));
  child.send(asked);
  const [answer] = (await once(child, 'message')) as [Measured];
  return answer;
}

async function row(asked: Asked): Promise<readonly string[]> {
  const { sizeBytes, cpuMs, peakBytes } = await measured(asked);
  return [
    asked.texts === 1 ? asked.format : `${asked.texts} × ${asked.format} in a ZIP`,
    (sizeBytes / MB).toFixed(2),
    (cpuMs / 1000).toFixed(2),
    (peakBytes / MB).toFixed(0),
  ];
}

const { values } = parseArgs({
  options: {
    hours: { type: 'string', default: '4' },
    only: { type: 'string' },
    write: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) console.log(USAGE);
else {
  const hours = Number(values.hours);
  const { only } = values;
  if (only !== undefined && !TEXT_FORMATS.some((format) => format === only))
    throw new Error(`--only is one of ${TEXT_FORMATS.join(', ')}.`);
  if (only !== undefined && values.write) throw new Error('The document has the figures of all formats.');
  const isAsked = (format: string) => only === undefined || only === format;
  const rows: (readonly string[])[] = [];
  for (const format of TEXT_FORMATS.filter(isAsked)) rows.push(await row({ format, hours, texts: 1 }));
  for (const format of FORMATS_IN_ZIP.filter(isAsked)) rows.push(await row({ format, hours, texts: IN_ZIP }));
  const figures = [
    `\`npm run bench -- exports --hours ${hours}${only ? ` --only ${only}` : ''}\`: ${asSentence(circumstances(1))}.`,
    table(['Format', 'file (MB)', 'processor time (s)', 'peak memory of the process (MB)'], rows),
  ].join('\n\n');
  console.log(figures);
  if (values.write) await writeFigures(DOCUMENT, 'exports', figures);
}

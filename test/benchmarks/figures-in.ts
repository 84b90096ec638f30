import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Where figures of reliability are kept. */
export const RELIABILITY = join(import.meta.dirname, '../../docs/reliability.md');

/** What an idle sandbox costs. */
export const README = join(import.meta.dirname, '../../README.md');

/** What a summary by a model costs. */
export const SUMMARIES = join(import.meta.dirname, '../../docs/summaries.md');

/** What translations take, and what a workspace costs at most. */
export const TRANSLATION = join(import.meta.dirname, '../../docs/translation.md');

/** What so many meetings take. */
export const SCALING = join(import.meta.dirname, '../../docs/scaling.md');

/** What agents find, and what their calls cost. */
export const AGENTS = join(import.meta.dirname, '../../docs/agents.md');

/** A document with what stands between its markers `<!-- name -->` and `<!-- /name -->` replaced. */
export function withFigures(document: string, name: string, figures: string): string {
  const [begin, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const from = document.indexOf(begin);
  const to = document.indexOf(end);
  if (from === -1 || to < from) throw new Error(`The document has no place for the figures ${name}.`);
  return `${document.slice(0, from + begin.length)}\n\n${figures}\n\n${document.slice(to)}`;
}

/** The same, in a file. */
export async function writeFigures(file: string, name: string, figures: string): Promise<void> {
  await writeFile(file, withFigures(await readFile(file, 'utf8'), name, figures));
}

import type { ResultsAnswer } from '#bin/demo/api-responses';
import { voiceColour } from '#bin/demo/output/styles';
import type { Screen } from '#bin/demo/output/terminal';
import { counted, fitted, hanging, minutesAndSeconds, wrapped } from '#bin/demo/output/text-layout';

type Look = Pick<Screen, 'columns' | 'paint'>;

const CUES_SHOWN = 8;

/** Who said what, in the first minute of it. */
export function transcriptLines({ columns, paint }: Look, { speakers, transcript }: ResultsAnswer): readonly string[] {
  const nameOf = (id: string | null) => speakers.find((speaker) => speaker.id === id)?.name ?? 'Somebody';
  const colourOf = (id: string | null) => voiceColour(speakers.findIndex((speaker) => speaker.id === id));
  const nameWidth = Math.min(16, Math.max(0, ...speakers.map(({ id }) => nameOf(id).length)));

  const cues = transcript.segments.slice(0, CUES_SHOWN).flatMap(({ speaker_id, start, text }) => {
    const name = fitted(nameOf(speaker_id), nameWidth);
    const [first = '', ...rest] = hanging(`  ${minutesAndSeconds(start)}  ${name}  `, text, columns);
    return [first.replace(name, () => paint(colourOf(speaker_id), name)), ...rest];
  });
  const more = transcript.segments.length - CUES_SHOWN;
  return [
    ...speakers.map(({ id, email, talk_seconds }) => {
      const who = paint(colourOf(id), fitted(nameOf(id), nameWidth));
      return `  ${who}  ${paint('dim', `spoke for ${Math.round(talk_seconds)} s${email ? `, ${email} on the invite` : ''}`)}`;
    }),
    '',
    ...cues,
    ...(more > 0 ? [paint('dim', `        … and ${counted(more, 'more cue')}, every word with its time`)] : []),
  ];
}

export function summaryLines({ columns, paint }: Look, { summary }: ResultsAnswer): readonly string[] {
  // Told below, with who is to do it.
  const prose = summary.sections.filter(({ key }) => key !== 'action_items');
  const sections = prose.flatMap(({ title, markdown }) => [
    `  ${paint('bold', title)}`,
    ...markdown.split('\n').flatMap((line) => markdownLine(line, columns)),
    '',
  ]);
  const items = summary.action_items.flatMap(({ text, assignee }) =>
    hanging('  ☐ ', assignee?.name ? `${text} (${assignee.name})` : text, columns),
  );
  const title = summary.title === null ? [] : [`  ${paint('bold', summary.title)}`, ''];
  return [...title, ...sections, ...(items.length > 0 ? [`  ${paint('bold', 'To do')}`, ...items] : [])];
}

function markdownLine(line: string, columns: number): readonly string[] {
  const text = line.replaceAll('**', '').replace(/^#+\s*/, '');
  const item = /^\s*[-*]\s+(.*)$/.exec(text);
  if (item) return hanging('  • ', item[1] ?? '', columns);
  return wrapped(text, columns - 2).map((one) => `  ${one}`);
}

/** `video/mp4 249 KB, audio/wav 1650 KB` */
export const mediaLine = ({ media }: ResultsAnswer): string =>
  media.files.map(({ content_type, size }) => `${content_type} ${Math.round(size / 1024)} KB`).join(', ');

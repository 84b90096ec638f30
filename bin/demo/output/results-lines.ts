import { styleText } from 'node:util';
import { counted, fitted, hanging, minutesAndSeconds, wrapped } from '#bin/cli/text-layout';
import type { Results } from '#bin/demo/api-schemas';
import { seriesStyle } from '#bin/demo/output/styles';

const SEGMENTS_SHOWN = 8;

/** The speakers and the first segments of the transcript. */
export function transcriptLines(columns: number, { speakers, transcript }: Results): readonly string[] {
  const nameOf = (id: string | null) => speakers.find((speaker) => speaker.id === id)?.name ?? 'Unknown';
  const ids = [...speakers.map(({ id }) => id), ...transcript.segments.map(({ speaker_id }) => speaker_id)];
  const nameWidth = Math.min(16, Math.max(0, ...ids.map((id) => nameOf(id).length)));
  const paddedName = (id: string | null) => fitted(nameOf(id), nameWidth);
  const styledName = (id: string | null) =>
    styleText(seriesStyle(speakers.findIndex((speaker) => speaker.id === id)), paddedName(id));

  const segments = transcript.segments.slice(0, SEGMENTS_SHOWN).flatMap(({ speaker_id, start, text }) => {
    const [first = '', ...rest] = hanging(`  ${minutesAndSeconds(start)}  ${paddedName(speaker_id)}  `, text, columns);
    return [first.replace(paddedName(speaker_id), () => styledName(speaker_id)), ...rest];
  });
  const more = transcript.segments.length - SEGMENTS_SHOWN;
  return [
    ...speakers.map(({ id, email, talk_seconds }) => {
      const spoke = `spoke for ${Math.round(talk_seconds)} s${email ? `, invited as ${email}` : ''}`;
      return `  ${styledName(id)}  ${styleText('dim', spoke)}`;
    }),
    '',
    ...segments,
    ...(more > 0
      ? [styleText('dim', `        … and ${counted(more, 'more segment')}, with the time of every word`)]
      : []),
  ];
}

export function summaryLines(columns: number, { summary }: Results): readonly string[] {
  // Action items are printed below with their assignees.
  const sections = summary.sections
    .filter(({ key }) => key !== 'action_items')
    .flatMap(({ title, markdown }) => [
      `  ${styleText('bold', title)}`,
      ...markdown.split('\n').flatMap((line) => markdownLine(line, columns)),
      '',
    ]);
  const items = summary.action_items.flatMap(({ text, assignee }) =>
    hanging('  ☐ ', assignee?.name ? `${text} (${assignee.name})` : text, columns),
  );
  const title = summary.title === null ? [] : [`  ${styleText('bold', summary.title)}`, ''];
  return [...title, ...sections, ...(items.length > 0 ? [`  ${styleText('bold', 'Action items')}`, ...items] : [])];
}

function markdownLine(line: string, columns: number): readonly string[] {
  const text = line.replaceAll('**', '').replace(/^#+\s*/, '');
  const item = /^\s*[-*]\s+(.*)$/.exec(text);
  if (item) return hanging('  • ', item[1] ?? '', columns);
  return wrapped(text, columns - 2).map((one) => `  ${one}`);
}

/** `video/mp4 249 KB, audio/wav 1650 KB` */
export const mediaLine = ({ media }: Results): string =>
  media.files.map(({ content_type, size }) => `${content_type} ${Math.round(size / 1024)} KB`).join(', ');

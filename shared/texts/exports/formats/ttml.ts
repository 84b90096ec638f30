import type { Transcript } from '#shared/meetings/results/rules/results';
import { stampOf } from '#shared/meetings/results/rules/vtt-time';
import type { Cue } from '#shared/texts/subtitles/rules/cue';
import { xmlText } from './xml-text.ts';

const NAMESPACES =
  'xmlns="http://www.w3.org/ns/ttml" xmlns:ttp="http://www.w3.org/ns/ttml#parameter" xmlns:tts="http://www.w3.org/ns/ttml#styling" xmlns:ttm="http://www.w3.org/ns/ttml#metadata"';

/** Subtitles as TTML in the text profile of IMSC 1.1 (https://www.w3.org/TR/ttml-imsc1.1/), with speakers as agents. */
export function cuesAsTtml(cues: readonly Cue[], { language, speakers }: Omit<Transcript, 'segments'>): string {
  const agents = new Map(speakers.map(({ id }, index) => [id, `speaker${index + 1}`]));
  const metadata = speakers.flatMap(({ id, name }) =>
    name === null
      ? `<ttm:agent type="person" xml:id="${agents.get(id)}"/>`
      : `<ttm:agent type="person" xml:id="${agents.get(id)}"><ttm:name type="full">${xmlText(name)}</ttm:name></ttm:agent>`,
  );
  const paragraphs = cues.map(({ startMs, endMs, lines, speakerId }) => {
    const agent = agents.get(speakerId ?? '');
    const times = `begin="${stampOf(startMs / 1000)}" end="${stampOf(endMs / 1000)}"`;
    return `<p ${times}${agent ? ` ttm:agent="${agent}"` : ''}>${lines.map(xmlText).join('<br/>')}</p>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>
<tt ${NAMESPACES} xml:lang="${xmlText(language ?? '')}" ttp:contentProfiles="http://www.w3.org/ns/ttml/profile/imsc1.1/text">
<head><metadata>${metadata.join('')}</metadata><layout><region xml:id="bottom" tts:origin="10% 80%" tts:extent="80% 15%" tts:displayAlign="after" tts:textAlign="center"/></layout></head>
<body region="bottom"><div>
${paragraphs.join('\n')}
</div></body>
</tt>
`;
}

import type { Cue } from '#shared/texts/subtitles/rules/cue';
import { FRAMES_PER_SECOND, type FramedCue, framesOf } from './frames.ts';
import { xmlText } from './xml-text.ts';

interface Project {
  readonly title: string;
  /** Null where it is not known: the captions are then English, as those that Final Cut Pro makes by itself. */
  readonly language: string | null;
}

const timeOf = (frames: number): string => `${frames}/${FRAMES_PER_SECOND}s`;

/**
 * Subtitles as a project of Final Cut Pro: FCPXML 1.10 with a caption (iTT) for each, on an empty clip as long as all of
 * them. https://developer.apple.com/documentation/professional-video-applications/fcpxml-reference
 */
export function cuesAsFcpxml(cues: readonly Cue[], { title, language }: Project): string {
  const framed = framesOf(cues);
  const duration = timeOf(framed.at(-1)?.endFrame ?? FRAMES_PER_SECOND);
  const name = xmlText(title);
  const role = xmlText(`iTT?captionFormat=ITT.${language ?? 'en'}`);
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE fcpxml>
<fcpxml version="1.10">
<resources><format id="r1" name="FFVideoFormat1080p25" frameDuration="100/2500s" width="1920" height="1080"/></resources>
<library><event name="${name}"><project name="${name}">
<sequence format="r1" duration="${duration}" tcStart="0s" tcFormat="NDF"><spine>
<gap name="Gap" offset="0s" start="0s" duration="${duration}">
${framed.map((cue, index) => captionOf(cue, { role, style: `ts${index + 1}` })).join('\n')}
</gap>
</spine></sequence>
</project></event></library>
</fcpxml>
`;
}

function captionOf({ startFrame, endFrame, lines }: FramedCue, { role, style }: { role: string; style: string }) {
  const [offset, duration] = [timeOf(startFrame), timeOf(endFrame - startFrame)];
  const name = xmlText(lines.join(' '));
  const text = `<text placement="bottom"><text-style ref="${style}">${lines.map(xmlText).join('\n')}</text-style></text>`;
  const look =
    'font=".AppleSystemUIFont" fontSize="13" fontFace="Regular" fontColor="1 1 1 1" backgroundColor="0 0 0 1"';
  return `<caption lane="1" offset="${offset}" name="${name}" start="0s" duration="${duration}" role="${role}">${text}<text-style-def id="${style}"><text-style ${look}/></text-style-def></caption>`;
}

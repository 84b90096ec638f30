import type { Cue } from '#shared/texts/subtitles/rules/cue';
import { FRAMES_PER_SECOND, type FramedCue, framesOf } from './frames.ts';
import { xmlText } from './xml-text.ts';

const RATE = `<rate><timebase>${FRAMES_PER_SECOND}</timebase><ntsc>FALSE</ntsc></rate>`;

const FORMAT = `<format><samplecharacteristics>${RATE}<width>1920</width><height>1080</height><anamorphic>FALSE</anamorphic><pixelaspectratio>square</pixelaspectratio><fielddominance>none</fielddominance></samplecharacteristics></format>`;

/**
 * Subtitles as a sequence of Final Cut Pro 7 (xmeml 4), which Premiere imports: a text generator for each on one video
 * track of 1920 × 1080. Apple's "Final Cut Pro XML Interchange Format" describes the elements.
 */
export function cuesAsXmeml(cues: readonly Cue[], title: string): string {
  const framed = framesOf(cues);
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE xmeml>
<xmeml version="4">
<sequence id="sequence-1">
<name>${xmlText(title)}</name>
<duration>${framed.at(-1)?.endFrame ?? 0}</duration>
${RATE}
<timecode>${RATE}<string>00:00:00:00</string><frame>0</frame><displayformat>NDF</displayformat></timecode>
<media><video>${FORMAT}<track>
${framed.map(generatorOf).join('\n')}
</track></video></media>
</sequence>
</xmeml>
`;
}

function generatorOf({ startFrame, endFrame, lines }: FramedCue, index: number): string {
  const duration = endFrame - startFrame;
  // The program separates lines by carriage returns; a parser of XML reads them only as references.
  const text = lines.map(xmlText).join('&#13;');
  return `<generatoritem id="generatoritem-${index + 1}">
<name>${xmlText(lines.join(' '))}</name><duration>${duration}</duration>${RATE}<in>0</in><out>${duration}</out><start>${startFrame}</start><end>${endFrame}</end>
<enabled>TRUE</enabled><anamorphic>FALSE</anamorphic><alphatype>black</alphatype>
<effect><name>Text</name><effectid>Text</effectid><effectcategory>Text</effectcategory><effecttype>generator</effecttype><mediatype>video</mediatype>
<parameter><parameterid>str</parameterid><name>Text</name><value>${text}</value></parameter>
<parameter><parameterid>fontsize</parameterid><name>Size</name><valuemin>0</valuemin><valuemax>1000</valuemax><value>42</value></parameter>
<parameter><parameterid>origin</parameterid><name>Origin</name><value><horiz>0</horiz><vert>0.35</vert></value></parameter>
</effect>
<sourcetrack><mediatype>video</mediatype></sourcetrack>
</generatoritem>`;
}

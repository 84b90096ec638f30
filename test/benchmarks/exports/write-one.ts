import { exportedText } from '#shared/texts/exports/exported-text';
import { FORMATS } from '#shared/texts/exports/formats/formats';
import { EXTENSIONS, type TextFormat } from '#shared/texts/exports/rules/export';
import { zipWriter } from '#shared/texts/exports/zip';
import { DEFAULT_STYLE } from '#shared/texts/subtitles/rules/style';
import { installedFonts } from '#test/support/installed-fonts';
import { conversation } from '#test/unit/versions/golden/builders';
import { longTranscript } from '../long-transcript.ts';
import { cpuMs } from '../stopwatch.ts';

/** What the parent process asks for. */
export interface Asked {
  readonly format: TextFormat;
  readonly hours: number;
  /** Texts in a ZIP; one is a file of its own. */
  readonly texts: number;
}

export interface Measured {
  readonly sizeBytes: number;
  readonly cpuMs: number;
  readonly peakBytes: number;
}

const OPTIONS = { showTimestamps: true, timestampsEverySeconds: null, showSpeakers: true };

async function measure({ format, hours, texts }: Asked): Promise<Measured> {
  const transcript = longTranscript(hours);
  const before = cpuMs();
  const text = exportedText(conversation, transcript, { options: OPTIONS, asked: 'none', style: DEFAULT_STYLE });
  const written = async () => FORMATS[format].write(text, installedFonts);
  let sizeBytes = 0;
  if (texts === 1) sizeBytes = (await written()).length;
  else {
    const zip = zipWriter(conversation.conversation.createdAt);
    for (let nth = 0; nth < texts; nth += 1) zip.add(`${nth}.${EXTENSIONS[format]}`, await written());
    sizeBytes = zip.end().length;
  }
  // In kilobytes, of the whole life of the process.
  return { sizeBytes, cpuMs: cpuMs() - before, peakBytes: process.resourceUsage().maxRSS * 1024 };
}

// The peak of a process never sinks, so that each format is measured in one of its own.
process.once('message', (asked: Asked) => {
  void measure(asked).then((measured) => process.send?.(measured, () => process.disconnect()));
});

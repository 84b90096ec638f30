import type { PageContext } from '#shared/api/page-kit/page-kit';
import { notFound } from '#shared/foundation/core/refusal';
import { type TranscriptFormat, transcriptAs } from '#shared/meetings/results/rules/formats';
import type { Transcript } from '#shared/meetings/results/rules/results';
import { requireFitting } from '#shared/meetings/results/transcript-reply';

const CONTENT_TYPES: Readonly<Record<TranscriptFormat, string>> = {
  txt: 'text/plain',
  vtt: 'text/vtt',
  srt: 'application/x-subrip',
};

/** The format of the path `transcript.{format}`. 404 for any other. */
export function formatIn(c: PageContext): TranscriptFormat {
  const format = c.req.param('file')?.replace('transcript.', '') ?? '';
  if (!isFormat(format)) throw notFound('transcript');
  return format;
}

const isFormat = (text: string): text is TranscriptFormat => Object.hasOwn(CONTENT_TYPES, text);

interface Download {
  /** Of the file, without its extension. */
  readonly name: string;
  readonly format: TranscriptFormat;
  readonly transcript: Transcript | undefined;
}

/** A transcript as a file. 404 where there is none, 422 where it is too large for one answer. */
export function transcriptDownload(c: PageContext, { name, format, transcript }: Download) {
  if (!transcript) throw notFound('transcript');
  const text = transcriptAs(format, transcript);
  requireFitting(text, format);
  return c.body(text, 200, {
    'content-type': `${CONTENT_TYPES[format]}; charset=utf-8`,
    'content-disposition': `attachment; filename="${name}.${format}"`,
  });
}

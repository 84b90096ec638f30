import type { TextFormat } from '#shared/texts/exports/rules/export';
import { cuesAsSrt } from '#shared/texts/subtitles/rules/cues-as-srt';
import { cuesAsVtt } from '#shared/texts/subtitles/rules/cues-as-vtt';
import { cuesAsAvidCaptions } from './avid.ts';
import { textAsCsv } from './csv.ts';
import { DOCX } from './docx.ts';
import { cuesAsFcpxml } from './fcp.ts';
import { type ExportFormat, textFormat } from './format.ts';
import { textAsHtml } from './html.ts';
import { textAsJson } from './json.ts';
import { textAsMaxqda } from './maxqda.ts';
import { textAsMarkdown } from './md.ts';
import { textAsPdf } from './pdf/pdf.ts';
import { cuesAsXmeml } from './premiere.ts';
import { cuesAsStl } from './stl/stl.ts';
import { cuesAsTtml } from './ttml.ts';
import { textAsTxt } from './txt.ts';
import { XLSX } from './xlsx.ts';

/** Every format that is written, by its name in a request. */
export const FORMATS = {
  txt: textFormat('text/plain', textAsTxt),
  md: textFormat('text/markdown', textAsMarkdown),
  html: textFormat('text/html', textAsHtml),
  json: textFormat('application/json', textAsJson),
  csv: textFormat('text/csv', textAsCsv),
  docx: DOCX,
  pdf: { contentType: 'application/pdf', write: textAsPdf },
  xlsx: XLSX,
  srt: textFormat('application/x-subrip', ({ cues }) => cuesAsSrt(cues())),
  vtt: textFormat('text/vtt', ({ cues, transcript }) => cuesAsVtt(cues(), transcript)),
  ttml: textFormat('application/ttml+xml', ({ cues, transcript }) => cuesAsTtml(cues(), transcript)),
  stl: {
    contentType: 'application/octet-stream',
    write: async ({ cues, title, date, transcript: { language } }) => cuesAsStl(cues(), { title, date, language }),
  },
  avid: textFormat('text/plain', ({ cues }) => cuesAsAvidCaptions(cues())),
  premiere: textFormat('application/xml', ({ cues, title }) => cuesAsXmeml(cues(), title)),
  fcp: textFormat('application/xml', ({ cues, title, transcript: { language } }) =>
    cuesAsFcpxml(cues(), { title, language }),
  ),
  maxqda: textFormat('text/plain', textAsMaxqda),
} as const satisfies Readonly<Record<TextFormat, ExportFormat>>;

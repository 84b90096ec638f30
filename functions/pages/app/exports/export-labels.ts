import type { ExportedFormat, ExportFailure } from '#shared/texts/exports/rules/export';

export const FORMAT_NAMES: Readonly<Record<ExportedFormat, string>> = {
  docx: 'Word document',
  pdf: 'PDF',
  txt: 'Text',
  md: 'Markdown',
  html: 'HTML',
  json: 'JSON',
  csv: 'CSV table',
  xlsx: 'Spreadsheet',
  srt: 'Subtitles: SubRip',
  vtt: 'Subtitles: WebVTT',
  ttml: 'Subtitles: TTML',
  stl: 'Subtitles: EBU STL',
  avid: 'Subtitles: Avid',
  premiere: 'Subtitles: Premiere',
  fcp: 'Subtitles: Final Cut Pro',
  maxqda: 'MAXQDA',
  mp3: 'Recording: MP3',
  mp4: 'Recording: MP4',
};

export const FAILURE_NAMES: Readonly<Record<ExportFailure, string>> = {
  conversation_deleted: 'The conversation was deleted before the file was written.',
  unsupported_characters: 'The text has characters that the format cannot hold.',
  media_too_long: 'The recording is too long for the format.',
  text_too_long:
    'The text is too long for one file of the format. Export fewer conversations, or choose another format.',
  recording_unavailable: 'The recording is not there any more.',
  waited_too_long: 'Too many long PDFs were asked for before this one. Export it again, or choose another format.',
  export_failed: 'The file could not be written. Try again, or choose another format.',
};

import type { ExportFailure } from '#shared/texts/exports/rules/export';
import type { FailureReason } from '#shared/texts/orders/rules/failure-reasons';

/** Why an order failed, and what to change. */
export const ORDER_FAILURES: Readonly<Record<FailureReason, string>> = {
  media_unreachable: 'The upload is not there any more; run the command again',
  media_too_large: 'The file has more than 2 GB',
  media_too_long: 'The file has more than four hours of sound',
  unsupported_media:
    'The file is no MP3, MP4, MOV, M4A, WAV, WebM, Matroska, Ogg, FLAC, AAC or MPEG-TS, or it is cut off',
  no_audio: 'The file has no sound',
  too_many_tracks: 'The file has more than eight tracks of sound',
  language_not_supported:
    'The engine does not know the language; the speech server of npm start knows English alone (docs/recorders.md)',
  source_failed: 'The text that was to be translated failed or is deleted',
  transcription_failed: 'The speech server refused the sound of the file; its log is .local/speech.log',
  translation_failed: 'The translator translated less than half of the text, or there is none',
  provider_unavailable: 'The speech server did not answer for 24 hours, or there is none',
  usage_limit: 'The usage limit of the workspace is reached.',
};

/** Why an export failed. */
export const EXPORT_FAILURE_SENTENCES: Readonly<Record<ExportFailure, string>> = {
  conversation_deleted: 'The conversation was deleted before it was exported',
  unsupported_characters: 'The text has characters that the format lacks; choose another --export',
  media_too_long: 'The text has more than 20 hours',
  text_too_long: 'The text is too long for the format; choose another --export',
  recording_unavailable: 'The recording is not there any more',
  waited_too_long: 'Too many long PDFs were asked for before; choose another --export',
  export_failed: 'The export failed five times',
};

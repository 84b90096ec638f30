import type { Descriptions } from '#shared/wiring/documents/descriptions/descriptions';

/** Descriptions of fields of exports. */
export const EXPORTS_DESCRIPTIONS: Descriptions = {
  conversation_ids: 'The conversations, each once.',
  transcription_ids: 'The older name of `conversation_ids`.',
  format: 'The format of the files.',
  show_timestamps: 'Whether the text has times.',
  timestamps_frequency: 'At least so many seconds lie between two times; null for a time at each segment.',
  show_speakers: 'Whether the text names who speaks.',
  show_comments: 'Means nothing: there are no comments.',
  show_highlights: 'Means nothing: there are no highlights.',
  show_highlights_only: 'Means nothing: there are no highlights.',
  style_guide_id: 'The style guide of the text or subtitles; left out: the default of the workspace; null: none.',
  file_name: 'The name of the file without its extension; null: the name of the conversation.',
  'Export.state':
    '`pending` and `processing` until the file is written, then `ready` for 24 hours, then `expired`; or `failed`.',
  'Export.download_link':
    'Null unless the export is `ready`. New at each read, valid for an hour, and no longer than the export. Null in events.',
  'Export.expires_at': 'When the file is deleted; null until there is one.',
  'Export.size': 'In bytes; null until the file is written.',
  'Export.failure_reason': 'Why there is no file; null unless the export is `failed`.',
};

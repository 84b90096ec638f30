import type { Descriptions } from '#shared/wiring/documents/descriptions/descriptions';

/** Descriptions of fields of glossaries and style guides. */
export const GLOSSARIES_DESCRIPTIONS: Descriptions = {
  'Glossary.organization_default': 'Whether the glossary is the default of the workspace for its source language.',
  source_language: 'The language of the sources, as a BCP-47 code.',
  target_languages: 'The languages of the targets, as BCP-47 codes.',
  terms_count: 'The number of terms.',
  terms: 'Words and phrases.',
  'terms.source': 'The word or phrase as it is written, unique in the glossary.',
  'terms.targets': 'What it is in other languages, by BCP-47 code.',
  case_sensitive: 'Whether the same letters in another case are another word.',
  operation: 'What the guide is for.',
  'StyleGuide.organization_default': 'Whether the guide is the default of the workspace for its operation.',
  organization_default: 'Whether it is the default of the workspace.',
  verbatim: 'Whether fillers, repeats and false starts are kept.',
  fix_grammar: 'Whether sentences begin with a capital letter, and the English `i` is written `I`.',
  sdh: 'Whether subtitles have sounds and speakers in brackets, for the deaf and hard of hearing.',
  speaker_id: 'What stands before the first words of a turn.',
  notation_tags: 'Whether tags such as `[laughter]` and `[inaudible]` are kept.',
  max_characters_per_line: 'The longest line, in characters of Latin width. Null for `transcription`.',
  max_lines: 'The most lines of one subtitle. Null for `transcription`.',
  max_characters_per_second: 'The reading speed that is aimed at. Null for `transcription`.',
  min_duration_ms: 'The shortest time that a subtitle is shown. Null for `transcription`.',
  max_duration_ms: 'The longest time that a subtitle is shown. Null for `transcription`.',
  min_gap_ms: 'The smallest gap between two subtitles. Null for `transcription`.',
};

/** Why an order, an operation, an ingestion or the text of one failed. */
export const FAILURE_REASONS = [
  'media_unreachable',
  'media_too_large',
  'media_too_long',
  'unsupported_media',
  'no_audio',
  'too_many_tracks',
  'language_not_supported',
  'source_failed',
  'transcription_failed',
  'translation_failed',
  'provider_unavailable',
  'usage_limit',
] as const;

export type FailureReason = (typeof FAILURE_REASONS)[number];

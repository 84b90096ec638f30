import type { Json } from '#shared/core/json';

/**
 * Policy fields that the API no longer has, by their dotted path, as older integrations wrote them. They are stored for
 * those to read and have no effect.
 */
export type DroppedFields = { readonly [path: string]: Json };

export const DROPPED_PATHS: readonly string[] = [
  'transcription.model',
  'transcription.glossary_ids',
  'access',
  'summary_email',
  'storage',
  'recording.methods.bot.silence_detection.automatic_leave',
  'recording.methods.bot.join_at_scheduled_start',
];

/** Each, as JSON. */
export const DROPPED_MAX_BYTES = 4096;

/** What was sent written over what was kept; null takes it away. */
export const mergeDropped = (kept: DroppedFields, sent: DroppedFields): DroppedFields =>
  Object.fromEntries(Object.entries({ ...kept, ...sent }).filter(([, value]) => value !== null));

import type { JsonObject } from '#shared/foundation/core/json';
import {
  METADATA_MAX_VALUE_LENGTH,
  type Metadata,
  type MetadataChange,
  metadataAfter,
} from '#shared/foundation/core/metadata';
import { isLongerThan } from '#shared/foundation/core/text';

/** A flat map of texts; any JSON object where an older integration wrote it. */
export type BotMetadata = JsonObject;

/** Merged into what is there, or in its place, as older integrations expect. */
export type BotMetadataChange = MetadataChange | { readonly whole: JsonObject };

/** Bytes of its JSON that an older integration may write. */
export const WHOLE_METADATA_MAX_BYTES = 16 * 1024;

export const botMetadataAfter = (before: BotMetadata, change: BotMetadataChange): BotMetadata =>
  'whole' in change ? change.whole : metadataAfter(before, change);

/** As a map of texts: what is no text is shown as its JSON, and nothing is longer than a value may be. The same map where nothing changes. */
export function flatMetadata(kept: BotMetadata): Metadata {
  return isFlat(kept) ? kept : Object.fromEntries(Object.entries(kept).map(([key, value]) => [key, textOf(value)]));
}

const isFlat = (kept: BotMetadata): kept is Metadata =>
  Object.values(kept).every((value) => typeof value === 'string' && !isLongerThan(value, METADATA_MAX_VALUE_LENGTH));

const textOf = (value: unknown): string =>
  [...(typeof value === 'string' ? value : JSON.stringify(value))].slice(0, METADATA_MAX_VALUE_LENGTH).join('');

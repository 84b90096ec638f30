import * as v from 'valibot';
import { type BotMetadataChange, WHOLE_METADATA_MAX_BYTES } from '#shared/bots/rules/bot-metadata';
import { isJsonObject } from '#shared/core/json';
import { SourceNumber } from '#shared/core/source-number';
import { metadataField } from '#shared/http/fields';

export type BotMetadataField = v.GenericSchema<unknown, BotMetadataChange>;

/** A flat map, as on everything else. */
export const flatMetadataField: BotMetadataField = metadataField;

/** Any JSON object, which takes the place of the one before: what older integrations send. */
export const wholeMetadataField: BotMetadataField = v.pipe(
  v.unknown(),
  v.check((sent) => isJsonObject(sent) && !(sent instanceof SourceNumber), '[invalid_type] must be an object.'),
  v.transform((sent) => JSON.stringify(sent)),
  v.check(
    (text) => new TextEncoder().encode(text).length <= WHOLE_METADATA_MAX_BYTES,
    '[too_long] is larger than 16 KB as JSON.',
  ),
  // Numbers arrive as they were written, and are stored as numbers.
  v.transform((text): BotMetadataChange => ({ whole: JSON.parse(text) })),
);

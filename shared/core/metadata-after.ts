import { type MetadataChange, mergeMetadata } from '#shared/core/metadata';
import { Refusal } from '#shared/core/refusal';

/** The merged metadata; refused when it would hold too many keys. */
export function metadataAfter<Value = string>(
  before: Readonly<Record<string, Value>>,
  change: MetadataChange,
): Readonly<Record<string, Value | string>> {
  const merged = mergeMetadata(before, change);
  if ('faults' in merged) throw new Refusal('unprocessable', merged.faults);
  return merged.after;
}

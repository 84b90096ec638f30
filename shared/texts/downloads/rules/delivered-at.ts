import { type Instant, readInstant } from '#shared/foundation/core/time';

const NAME = /^(\d{4}-\d\d-\d\d)-(\d\d)-(\d\d)-(\d\d)-/;

/** When S3 delivered a log, by the name of its object, `2026-11-30-09-17-23-2A…`; undefined for another name. */
export function deliveredAt(key: string): Instant | undefined {
  const [, day, hour, minute, second] = NAME.exec(key) ?? [];
  return day === undefined ? undefined : readInstant(`${day}T${hour}:${minute}:${second}Z`);
}

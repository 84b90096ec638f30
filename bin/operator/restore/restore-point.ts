import { CliError } from '#bin/cli/cli-error';
import type { ValueType } from '#bin/cli/value-types';
import { type Instant, isoOf, readInstant } from '#shared/foundation/core/time';

/** Between these, DynamoDB restores to any second. */
export interface Window {
  readonly earliest: Instant;
  /** Usually five minutes ago. */
  readonly latest: Instant;
}

export const moment: ValueType<Instant> = {
  takes: 'a time with a zone, such as 2026-11-28T14:05:00Z or 2026-11-28T15:05:00+01:00',
  parse: readInstant,
};

/** Throws a CliError for a moment that has not come, or that DynamoDB cannot restore to. */
export function checkMoment(to: Instant, window: Window | undefined, now: Instant): void {
  if (to > now) throw new CliError(`${isoOf(to)} is in the future`);
  if (!window) throw new CliError('Point-in-time recovery of the table is off, so that nothing can be restored');
  const { earliest, latest } = window;
  if (to < earliest || to > latest)
    throw new CliError(
      `${isoOf(to)} is outside of what can be restored: from ${isoOf(earliest)} to ${isoOf(latest)}, which is usually five minutes ago`,
    );
}

/**
 * The name of the table that is restored beside the stage's: one for each moment, by which a later run finds it. It does
 * not begin like the stage's table, which commands find by its beginning.
 */
export const restoredName = (stage: string, to: Instant): string =>
  `rapporteur-${stage}-restored-${isoOf(to).replace(/\W/g, '')}`;

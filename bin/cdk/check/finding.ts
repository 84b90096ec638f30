import type { Reading } from '#bin/cdk/check/account';

/**
 * What a check says: `ok`; `missing` stops the deploy; `advice` is worth knowing and stops nothing; `unknown` could not be
 * checked, and stops nothing.
 */
export type FindingStatus = 'ok' | 'missing' | 'advice' | 'unknown';

export interface Finding {
  readonly status: FindingStatus;
  /** One or two sentences, with what is there and what is wrong. */
  readonly sentence: string;
  /** A command that mends it, or shows what to do. */
  readonly command?: string;
}

export const ok = (sentence: string): Finding => ({ status: 'ok', sentence });

export const missing = (sentence: string, command?: string): Finding => ({
  status: 'missing',
  sentence,
  ...(command !== undefined && { command }),
});

export const advice = (sentence: string, command?: string): Finding => ({
  ...missing(sentence, command),
  status: 'advice',
});

/** What a check says of a reading; a reading that was not made could not be checked. */
export function checked<Value>(reading: Reading<Value>, subject: string, check: (value: Value) => Finding): Finding {
  if (reading.status === 'read') return check(reading.value);
  const cause =
    reading.status === 'denied'
      ? `these credentials may not use ${reading.permission}`
      : `${reading.error}: ${reading.reason.replace(/\.$/, '')}`;
  return { status: 'unknown', sentence: `${subject} could not be checked: ${cause}.` };
}

/** The counts of one sweep, for its log line. */
export interface SweepResult {
  readonly sent: number;
  readonly failed: number;
  readonly oldestOverdueMs: number;
}

export const NOTHING_SENT: SweepResult = { sent: 0, failed: 0, oldestOverdueMs: 0 };

export const combined = (one: SweepResult, other: SweepResult): SweepResult => ({
  sent: one.sent + other.sent,
  failed: one.failed + other.failed,
  oldestOverdueMs: Math.max(one.oldestOverdueMs, other.oldestOverdueMs),
});

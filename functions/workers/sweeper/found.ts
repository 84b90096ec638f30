/** What one sweep found, for its log line. */
export interface Found {
  readonly sent: number;
  readonly failed: number;
  readonly oldestOverdueMs: number;
}

export const NOTHING: Found = { sent: 0, failed: 0, oldestOverdueMs: 0 };

export const together = (one: Found, other: Found): Found => ({
  sent: one.sent + other.sent,
  failed: one.failed + other.failed,
  oldestOverdueMs: Math.max(one.oldestOverdueMs, other.oldestOverdueMs),
});

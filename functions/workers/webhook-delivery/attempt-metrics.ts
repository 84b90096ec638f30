import type { Instant } from '#shared/core/time';
import { withMetrics } from '#shared/platform/metrics';
import type { AttemptClass } from '#shared/webhooks/delivery/rules/attempt';
import { classOf } from '#shared/webhooks/delivery/rules/attempt';
import type { EndedAttempt } from '#shared/webhooks/delivery/rules/attempt-ended';

const METRIC_OF: Readonly<Record<AttemptClass, string>> = {
  acknowledged: 'AttemptsAcknowledged',
  refused: 'AttemptsRefused',
  timedOut: 'AttemptsTimedOut',
  unreachable: 'AttemptsUnreachable',
  ownFault: 'AttemptsNotMade',
};

/** Counts the attempts of one invocation, for the metrics in its log line. */
export class AttemptMetrics {
  readonly #counts = new Map<string, number>();
  readonly #firstAttemptMs: number[] = [];

  /** Counts a recorded attempt. */
  add({ attempt, delivery }: EndedAttempt): void {
    this.#count('Attempts');
    this.#count(METRIC_OF[classOf(attempt)]);
    if (attempt.trigger === 'manual') return;
    if (delivery.status === 'delivered') this.#count('Delivered');
    if (delivery.status === 'retrying') this.#count('Retrying');
    if (delivery.status === 'failed') this.#count('Failed');
    if (attempt.number === 1) this.#firstAttemptMs.push(Math.max(0, attempt.attemptedAt - delivery.createdAt));
  }

  /** The metrics as log fields (CloudWatch embedded metric format); counts of zero are left out. */
  logFields({ stage, at, wakeUps }: { readonly stage: string; readonly at: Instant; readonly wakeUps: number }) {
    const counts = [...this.#counts].map(([name, value]) => [name, { unit: 'Count', value }] as const);
    return withMetrics({
      stage,
      at,
      metrics: {
        WakeUps: { unit: 'Count', value: wakeUps },
        ...Object.fromEntries(counts),
        // Milliseconds since the change was committed.
        ...(this.#firstAttemptMs.length > 0 && {
          FirstAttemptAfter: { unit: 'Milliseconds', value: this.#firstAttemptMs },
        }),
      },
    });
  }

  #count(name: string): void {
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
  }
}

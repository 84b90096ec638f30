import type { ArrivalMeter, ArrivedBot } from '#shared/capture/bots/ports';
import type { Instant } from '#shared/foundation/core/time';
import { withMetrics } from '#shared/foundation/platform/log';

interface At {
  readonly stage: string;
  readonly at: Instant;
}

/** Counts how the bots of one invocation arrived, for the metrics in its log lines. */
export class ArrivalMetrics implements ArrivalMeter {
  readonly #arrived: ArrivedBot[] = [];

  arrived(bot: ArrivedBot): void {
    this.#arrived.push(bot);
  }

  /** One line for each recorder and platform: `BotsInTime`, a 1 for a bot that was in time and a 0 for any other. */
  lines({ stage, at }: At): readonly Readonly<Record<string, unknown>>[] {
    const groups = Map.groupBy(this.#arrived, ({ recorder, platform }) => `${recorder} ${platform}`);
    return [...groups.values()].map((bots) => {
      const [first] = bots;
      const by = { recorder: first?.recorder ?? 'none', platform: first?.platform ?? 'other' };
      const value = bots.map(({ arrival }) => (arrival === 'in_time' ? 1 : 0));
      return withMetrics({ stage, at, by, metrics: { BotsInTime: { unit: 'Count', value } } });
    });
  }

  /** The fields of the batch: `BotsLate`, a 1 for a bot that was late and a 0 for any other. */
  fields({ stage, at }: At): Readonly<Record<string, unknown>> {
    if (this.#arrived.length === 0) return {};
    const value = this.#arrived.map(({ arrival }) => (arrival === 'late' ? 1 : 0));
    return withMetrics({ stage, at, metrics: { BotsLate: { unit: 'Count', value } } });
  }
}

import { ENDPOINTS } from '../benchmarks/delivery/tenants.ts';

/** What was owed and what was acknowledged. An event is forgotten with its last acknowledgement, so that this does not grow. */
export class SoakLedger {
  readonly #open = new Map<string, Set<string>>();
  events = 0;
  acknowledged = 0;
  /** Acknowledgements of what had been acknowledged. */
  duplicates = 0;

  /** An event about this resource was committed. */
  committed(subject: string): void {
    this.events += 1;
    this.#open.set(subject, new Set());
  }

  /** One of its deliveries was answered 2xx. */
  delivered(subject: string, delivery: string): void {
    const delivered = this.#open.get(subject);
    if (!delivered || delivered.has(delivery)) {
      this.duplicates += 1;
      return;
    }
    delivered.add(delivery);
    this.acknowledged += 1;
    if (delivered.size === ENDPOINTS) this.#open.delete(subject);
  }

  /** Deliveries that are still owed. */
  get missing(): number {
    return this.events * ENDPOINTS - this.acknowledged;
  }
}

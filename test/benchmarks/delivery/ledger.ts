import { quantile } from '../statistics.ts';
import { isAlive, isPrompt } from './profiles.ts';
import type { Arrival, Place } from './receivers.ts';

export interface Figures {
  readonly events: number;
  /** Deliveries to endpoints that are alive. */
  readonly owed: number;
  readonly acknowledged: number;
  /** Requests that arrived, and of them those whose two signatures are right. */
  readonly arrived: number;
  readonly verified: number;
  /** Requests for a delivery that had been acknowledged. */
  readonly duplicates: number;
  /** Of those that happened while all was warming up. */
  readonly startP95: number;
  /** From the commit of the change to the first byte at a receiver that takes everything, in milliseconds. */
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  /** The share of first bytes within one second. */
  readonly withinASecond: number;
  /** From the last event to the last acknowledgement that was owed. */
  readonly drainSeconds: number;
}

/** What happened, and what of it arrived where. */
export class Ledger {
  readonly #committed = new Map<string, number>();
  readonly #first = new Map<string, { readonly committedAt: number; readonly wait: number }>();
  readonly #acknowledged = new Set<string>();
  readonly #backlog: ReadonlySet<string>;
  readonly #places: readonly Place[];
  #arrived = 0;
  #verified = 0;
  #duplicates = 0;
  #owed = 0;
  #ownAcknowledged = 0;
  #backlogAcknowledged = 0;
  #lastAcknowledgedAt = 0;
  #backlogDrainedAt = 0;

  constructor(places: readonly Place[], backlog: ReadonlySet<string>) {
    this.#places = places;
    this.#backlog = backlog;
  }

  /** An event that concerns these of the places was committed. */
  committed(subject: string, at: number, isTold: (place: Place) => boolean): void {
    this.#committed.set(subject, at);
    const told = this.#places.filter(isTold);
    this.#owed += told.filter(({ behaviour }) => isAlive(behaviour)).length;
  }

  arrived({ place, id, subject, at, verified, acknowledged }: Arrival): void {
    this.#arrived += 1;
    this.#verified += Number(verified);
    this.#duplicates += Number(this.#acknowledged.has(id));
    if (isPrompt(place.behaviour) && !this.#backlog.has(id) && !this.#first.has(id)) this.#noteFirst(id, subject, at);
    if (acknowledged && !this.#acknowledged.has(id)) this.#noteAcknowledged(id, at);
  }

  /** Nothing more is to come but what endpoints that never answer are owed. */
  get isSettled(): boolean {
    return this.#ownAcknowledged >= this.#owed && this.#backlogAcknowledged >= this.#backlog.size;
  }

  /** When the last of the backlog had been acknowledged. */
  get backlogDrainedAt(): number | undefined {
    return this.#backlogAcknowledged < this.#backlog.size ? undefined : this.#backlogDrainedAt;
  }

  figures(warmAt: number, lastEventAt: number): Figures {
    const all = [...this.#first.values()];
    const waits = all.flatMap(({ committedAt, wait }) => (committedAt < warmAt ? [] : [wait]));
    const atStart = all.flatMap(({ committedAt, wait }) => (committedAt < warmAt ? [wait] : []));
    return {
      events: this.#committed.size,
      owed: this.#owed,
      acknowledged: this.#ownAcknowledged,
      arrived: this.#arrived,
      verified: this.#verified,
      duplicates: this.#duplicates,
      startP95: quantile(atStart, 0.95),
      p50: quantile(waits, 0.5),
      p95: quantile(waits, 0.95),
      p99: quantile(waits, 0.99),
      withinASecond: waits.filter((wait) => wait < 1_000).length / Math.max(1, waits.length),
      drainSeconds: Math.max(0, this.#lastAcknowledgedAt - lastEventAt) / 1_000,
    };
  }

  #noteFirst(id: string, subject: string, at: number): void {
    const committedAt = this.#committed.get(subject);
    if (committedAt !== undefined) this.#first.set(id, { committedAt, wait: at - committedAt });
  }

  #noteAcknowledged(id: string, at: number): void {
    this.#acknowledged.add(id);
    if (this.#backlog.has(id)) {
      this.#backlogAcknowledged += 1;
      this.#backlogDrainedAt = at;
    } else {
      this.#ownAcknowledged += 1;
      this.#lastAcknowledgedAt = at;
    }
  }
}

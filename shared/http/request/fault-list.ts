import type { Fault } from '#shared/core/refusal';

/** Errors that one refusal reports. */
export const MAX_REPORTED = 100;

/** Keeps as many faults as a refusal reports and counts the others, which are not made. */
export class FaultList {
  readonly #kept: Fault[] = [];
  #more = 0;

  add(make: () => Fault): void {
    if (this.#kept.length < MAX_REPORTED) this.#kept.push(make());
    else this.#more += 1;
  }

  get kept(): readonly Fault[] {
    return this.#kept;
  }

  /** How many were counted only. */
  get more(): number {
    return this.#more;
  }
}

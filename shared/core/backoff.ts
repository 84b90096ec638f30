/** Waits between the rounds of a lost race: full jitter, longer each round. */
export interface Backoff {
  pause(round: number): Promise<void>;
}

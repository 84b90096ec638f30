/** Waits between the rounds of a lost race: full jitter, longer each round. */
export interface Patience {
  pause(round: number): Promise<void>;
}

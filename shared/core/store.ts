/** A state as it was read, with the revision that guards its next save. */
export interface Loaded<State> {
  readonly revision: number;
  readonly state: State;
}

/** One state to save: new when there is no state before, refused when another write was saved in between. */
export interface Saved<State> {
  readonly before: Loaded<State> | undefined;
  readonly after: State;
}

/** Another write was saved first: load, decide and save again. */
export class LostRace extends Error {
  override readonly name = 'LostRace';
}

/** The store answers no more for now: wait, then try again. */
export class Throttled extends Error {
  override readonly name = 'Throttled';
}

/** Every field keeps its limit, and together they are more than the store holds in one piece. */
export class TooLarge extends Error {}

/** What a rule decided: the next state, and the events that it causes. */
export interface Decision<State, Event> {
  readonly state: State;
  readonly events: readonly Event[];
}

export const decided = <State, Event>(state: State, ...events: readonly Event[]): Decision<State, Event> => ({
  state,
  events,
});

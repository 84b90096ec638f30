/** What a rule decided: the next state, and what others should be told about it. */
export interface Decision<State, Event> {
  readonly state: State;
  readonly events: readonly Event[];
}

export const decided = <State, Event>(state: State, ...events: readonly Event[]): Decision<State, Event> => ({
  state,
  events,
});

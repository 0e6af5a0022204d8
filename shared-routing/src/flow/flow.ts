/**
 * A multi-step flow as data: a pure function from state and event to state, and for each step the
 * states that open it. `stepToShow` alone decides about wrong addresses, reloads and Back.
 */
export type Flow<State, Event> = {
  readonly initial: State;
  /** Pure. An event that means nothing in this state returns the state itself. */
  readonly next: (state: State, event: Event) => State;
  /** In order; the first is always open. */
  readonly steps: readonly [FlowStep<State>, ...FlowStep<State>[]];
};

export type FlowStep<State> = {
  /** The step's bare path. */
  readonly path: `/${string}`;
  /** Whether this state lets the step be shown. `now` in ms since 1970, for what expires. */
  readonly opens: (state: State, now: number) => boolean;
};

/** The bare path to show for an address: itself if the state opens it, else the first step. */
export function stepToShow<State, Event>(
  flow: Flow<State, Event>,
  state: State,
  path: string,
  now: number,
): `/${string}` {
  const [first] = flow.steps;
  const step = flow.steps.find((candidate) => candidate.path === path);
  return step !== undefined && step !== first && step.opens(state, now) ? step.path : first.path;
}

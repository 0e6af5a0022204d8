/** Where answers come from while there is no connection (docs/decisions/0063-service-worker.md). */
export type KeptAnswers = {
  /** Whether there was no connection at the last attempt: what is kept is asked first. */
  isAway(): boolean;
  /** The body that GET at an address has answered; the query is sorted. */
  answer(address: string): Promise<unknown>;
  /** A call has found no connection, and something kept was answered in its place. */
  lost(): void;
  /** A call has been answered by the API while there seemed to be no connection. */
  found(): void;
};

import * as v from 'valibot';
import { type Actor, ActorSchema, EnvironmentStateSchema } from '../state.ts';
import { type Operation, OperationSchema } from './operations.ts';

/** One row of the history of releases. It never changes. */
export const EntrySchema = v.strictObject({
  /** 1, 2, 3, … without a gap. */
  seq: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
  /** ISO 8601 in UTC; never before that of the entry before. */
  at: v.pipe(v.string(), v.isoTimestamp()),
  by: ActorSchema,
  operation: OperationSchema,
  state: EnvironmentStateSchema,
});
export type Entry = v.InferOutput<typeof EntrySchema>;

export type Conditions = {
  /** A release may replace one of a newer commit; the operator's need not fit what is live either. */
  readonly force?: boolean | undefined;
};

export type Asked = Conditions & {
  readonly actor: Actor;
  readonly operation: Operation;
  /** Of a request that may be sent again: with the same key it becomes one entry. */
  readonly requestKey?: string | undefined;
};

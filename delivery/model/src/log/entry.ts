import * as v from 'valibot';
import { ActorSchema, EnvironmentStateSchema } from '../state.ts';
import { OperationSchema } from './operations.ts';

/** One row of the history of releases. It never changes. */
export const EntrySchema = v.strictObject({
  /** 1, 2, 3, … without a gap. */
  seq: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
  /** ISO 8601 in UTC; never before that of the entry before. */
  at: v.pipe(v.string(), v.isoTimestamp()),
  by: ActorSchema,
  operation: OperationSchema,
  /** The whole state after the operation. */
  state: EnvironmentStateSchema,
});
export type Entry = v.InferOutput<typeof EntrySchema>;

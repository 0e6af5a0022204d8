import * as v from 'valibot';

/** A point in time in ISO 8601. */
export const TimestampSchema = v.pipe(v.string(), v.isoTimestamp());

import * as v from 'valibot';

/** A part of the portal that is released alone: `shell`, `account`. */
export const PartNameSchema = v.pipe(
  v.string(),
  v.regex(/^[a-z][a-z0-9-]{0,40}$/),
  // valibot leaves these out of records.
  v.check((name) => name !== 'constructor' && name !== 'prototype'),
);

import * as v from 'valibot';
import { endpoint } from '../endpoint.ts';
import { LocalizedTextSchema } from '../schemas.ts';

export const TermsVersionSchema = v.object({
  /** The day it came into force, YYYY-MM-DD; what a member accepts. */
  version: v.string(),
  in_force_from: v.pipe(v.string(), v.isoTimestamp()),
  /** What is new against the version before it, a sentence each; empty for the first. */
  changes: v.array(LocalizedTextSchema),
});
export type TermsVersion = v.InferOutput<typeof TermsVersionSchema>;

/** What has changed for a member: the `changes` of every version newer than the one they accepted. */
export const listTerms = endpoint({
  method: 'GET',
  path: '/terms',
  access: 'public',
  summary: 'The versions of the terms of service whose day has come, the one in force first.',
  answer: v.object({ data: v.array(TermsVersionSchema) }),
});

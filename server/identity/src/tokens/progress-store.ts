import { seal, unseal } from '@portal/server-platform/crypto/sealed-text';
import type { DomainContext } from '@portal/server-platform/database/database';
import { deleteRows, findRow, updateRows } from '@portal/server-platform/database/rows';
import { newSecret, secretHash } from '@portal/server-platform/limits/one-time-secrets';
import { and, eq, gt } from 'drizzle-orm';
import { signInProgress } from '../schema/oidc.ts';

export type Progress = {
  readonly step: object;
  /** Whose sign-in it is, as far as that is known: the row ends with the member's sessions. */
  readonly memberId?: string | undefined;
  readonly seconds: number;
};

/** Stores the progress of a sign-in; returns the secret that finds and opens it, for the browser alone. */
export async function storeProgress(
  { db, clock }: DomainContext,
  { step, memberId, seconds }: Progress,
): Promise<string> {
  const secret = newSecret();
  await db.insert(signInProgress).values({
    secretHash: secretHash(secret),
    memberId: memberId ?? null,
    sealedStep: seal(JSON.stringify(step), secret),
    expiresAt: new Date(clock.now().getTime() + seconds * 1000),
  });
  return secret;
}

/** Replaces the step under a secret; nothing happens to one that has ended. */
export async function replaceProgress(context: DomainContext, secret: string, step: object) {
  const sealedStep = seal(JSON.stringify(step), secret);
  await updateRows(context, signInProgress, { secretHash: secretHash(secret) }, { sealedStep });
}

/** The step of a secret; undefined for one that has ended, was taken or never was. */
export async function findProgress(context: DomainContext, secret: string): Promise<unknown> {
  const row = await findRow(context, signInProgress, isGood(context, secret));
  return row && JSON.parse(unseal(row.sealedStep, secret));
}

/** The step of a secret, for the one call that gets it: it is gone afterwards. */
export async function takeProgress(context: DomainContext, secret: string): Promise<unknown> {
  const [row] = await deleteRows(context, signInProgress, isGood(context, secret));
  return row && JSON.parse(unseal(row.sealedStep, secret));
}

const isGood = ({ clock }: DomainContext, secret: string) =>
  and(eq(signInProgress.secretHash, secretHash(secret)), gt(signInProgress.expiresAt, clock.now()));

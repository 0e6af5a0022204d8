import type { DomainContext } from '@portal/server-platform/database/database';
import { findRow, updateRows } from '@portal/server-platform/database/rows';
import type { Locale, LocalizedText, TermsChanges, TermsText } from '@portal/shared-contract';
import { formerPortalTerms } from '@portal/shared-contract/former-portal-terms';
import { portalTerms } from '@portal/shared-contract/portal-terms';
import { desc, lte, type Placeholder, type SQL, sql } from 'drizzle-orm';
import { compareTerms, termsAsTheyAre } from './compare-terms.ts';
import { members } from './schema/members.ts';
import { termsAcceptances, termsVersions } from './schema/terms.ts';

export type TermsVersionRecord = {
  readonly version: string;
  readonly inForceFrom: Date;
  readonly changes: LocalizedText[];
};

/** The versions of the portal's own terms, which migrations have stored. */
const PORTAL_VERSIONS: readonly string[] = ['2025-04-01', '2026-11-01'];

type Texts = Readonly<Record<Locale, TermsText>>;

type WithBrand = DomainContext & {
  readonly config: {
    readonly brand: {
      readonly name: LocalizedText;
      readonly terms?: { readonly version: string; readonly texts: Texts } | undefined;
    };
  };
};

/**
 * The versions that have taken effect, newest first; the first is in force. What is new in the portal's own
 * does not concern members of an operator with other terms.
 */
export async function listTermsInForce(context: WithBrand): Promise<TermsVersionRecord[]> {
  const versions = await versionsInForce(context);
  const { terms } = context.config.brand;
  if (!terms) return versions;
  return versions.filter(
    ({ version }) => version === terms.version || !PORTAL_VERSIONS.includes(version),
  );
}

function versionsInForce({ db, clock }: DomainContext): Promise<TermsVersionRecord[]> {
  const { version, inForceFrom, changes } = termsVersions;
  return db
    .select({ version, inForceFrom, changes })
    .from(termsVersions)
    .where(lte(termsVersions.inForceFrom, clock.now()))
    .orderBy(desc(termsVersions.inForceFrom));
}

/** What was and what is: the text in force beside that of the version that a member accepted. */
export async function termsChangesSince(
  context: WithBrand,
  accepted: string | null,
  locale: Locale,
): Promise<TermsChanges> {
  const { name, terms } = context.config.brand;
  const after = terms ? terms.texts[locale] : portalTerms(locale, name);
  const before = accepted === null ? undefined : await textBefore(context, accepted, locale);
  return before ? compareTerms(before, after, locale) : termsAsTheyAre(after);
}

async function textBefore({ db, config: { brand } }: WithBrand, version: string, locale: Locale) {
  if (!brand.terms) return formerPortalTerms(version, locale, brand.name);
  const stored = await findRow({ db }, termsVersions, { version });
  return stored?.texts?.[locale];
}

/** The version in force, as a part of another query; empty if there is none. */
export function versionInForce(now: Date | Placeholder): SQL<string> {
  const at = now instanceof Date ? now.toISOString() : now;
  return sql<string>`coalesce((select ${termsVersions.version} from ${termsVersions}
    where ${termsVersions.inForceFrom} <= ${at}::timestamptz
    order by ${termsVersions.inForceFrom} desc limit 1), '')`;
}

/** Whether a member accepted the terms in force, as part of a query; versions are dates, so newer is enough. */
export function acceptedTermsInForce(now: Date | Placeholder): SQL<boolean> {
  return sql<boolean>`coalesce(${members.termsAcceptedVersion}, '') >= ${versionInForce(now)}`;
}

/**
 * Stores the version of an operator's own terms, with its text and what the operator says of its changes now.
 * @returns the version in force, which is another one where a later one has been stored before
 */
export async function storeTermsVersion(
  context: DomainContext,
  {
    version,
    changes,
    texts,
  }: Pick<TermsVersionRecord, 'version' | 'changes'> & { readonly texts: Texts },
): Promise<string | undefined> {
  await context.db
    .insert(termsVersions)
    .values({ version, changes, texts, inForceFrom: new Date(`${version}T00:00:00+09:00`) })
    .onConflictDoUpdate({ target: termsVersions.version, set: { changes, texts } });
  return termsInForce(context);
}

export async function termsInForce(context: DomainContext): Promise<string | undefined> {
  const [inForce] = await versionsInForce(context);
  return inForce?.version;
}

/** Stores a dated receipt that a member accepted a version, once; returns whether anything changed. */
export async function recordAcceptance(
  { db, clock }: DomainContext,
  memberId: string,
  version: string,
): Promise<boolean> {
  const now = clock.now();
  const written = await db
    .insert(termsAcceptances)
    .values({ memberId, version, acceptedAt: now })
    .onConflictDoNothing()
    .returning({ version: termsAcceptances.version });
  await updateRows(
    { db },
    members,
    { id: memberId },
    { termsAcceptedVersion: version, updatedAt: now },
  );
  return written.length > 0;
}

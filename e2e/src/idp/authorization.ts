import { createHash, randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import type { Locale } from '@portal/shared-contract';
import type { Addresses } from '../support/portal.ts';

/** What the portal asks the provider for, without the portal: for browsers that run no script. */
export function authorizationUrl(
  { portal, idp }: Pick<Addresses, 'portal' | 'idp'>,
  locale: Locale,
  extra: Readonly<Record<string, string>> = {},
): string {
  const verifier = randomBytes(32).toString('base64url');
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: 'portal',
    redirect_uri: `${portal}/callback`,
    scope: 'openid offline_access profile',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    state: randomBytes(16).toString('base64url'),
    nonce: randomBytes(16).toString('base64url'),
    ui_locale: locale,
    ...extra,
  });
  return `${idp}/authorize?${query}`;
}

/** This browser forgets that anybody was signed in, at the portal and at the provider. */
export async function forgetSession(
  page: Page,
  { portal }: Pick<Addresses, 'portal'>,
): Promise<void> {
  // The page of the portal that does least.
  await page.goto(`${portal}/silent-check.html`);
  await page.evaluate(async () => {
    localStorage.clear();
    sessionStorage.clear();
    const databases = await indexedDB.databases();
    await Promise.all(
      databases.map(
        ({ name = '' }) =>
          new Promise((resolve) => {
            indexedDB.deleteDatabase(name).onsuccess = resolve;
          }),
      ),
    );
  });
  await page.context().clearCookies();
}

import type { Page } from '@playwright/test';
import { authorizationRequest } from '../support/authorization.ts';
import { OFF_SITE_ADDRESSES } from '../support/off-site.ts';
import { press } from '../support/page-actions.ts';
import type { Addresses } from '../support/portal.ts';
import { startSession } from '../support/session.ts';
import { expect, test } from '../support/test.ts';

/** Every sixth; the provider's own rule is tried with all of them. */
const SAMPLE = OFF_SITE_ADDRESSES.filter((_, index) => index % 6 === 0);

// @proves 2.65 2.67
test('no off-site address becomes the return address of a sign-in', async ({
  page,
  member,
  portal,
}) => {
  test.setTimeout(180_000);
  await startSession(page, portal, member);
  await page.goto('/terms-of-service');
  const visited = recordOrigins(page);

  for (const address of SAMPLE) {
    await test.step(JSON.stringify(address.slice(0, 80)), async () => {
      // The provider knows the member, so this sign-in passes without a question.
      await page.goto(await plantSignIn(page, portal, address));
      await page.waitForURL(`${portal.portal}/my-page`, { waitUntil: 'commit' });
    });
  }
  expect([...visited]).toEqual([portal.portal]);
});

const ODD_ADDRESSES = [
  '//evil.example/',
  '///evil.example',
  '/\\evil.example',
  '/en//evil.example',
  '/ja/%2f%2fevil.example',
  '/ja/https://evil.example',
  '/%2f%2fevil.example',
  '/en/..//evil.example',
] as const;

// @proves 2.65
test('no odd address of the portal leads away, and no return address is taken from a query', async ({
  page,
  portal,
  errors,
}) => {
  // Those that look like a file get a plain 404.
  errors.allow(/status of 40[04]/);
  const visited = recordOrigins(page);
  const names = ['redirect', 'redirect_uri', 'returnTo', 'return_to', 'url', 'next', 'state'];
  const query = new URLSearchParams(names.map((name) => [name, 'https://evil.example/']));
  for (const odd of ODD_ADDRESSES) {
    await page.goto(portal.portal + odd);
    await expectNoLinkToEvil(page);
  }
  for (const bare of ['/', '/signup', '/callback', '/terms-of-service', '/nowhere']) {
    await page.goto(`${bare}?${query}`);
    await expectNoLinkToEvil(page);
  }
  await page.goto(`/?${query}`);
  await press({ page, locale: 'ja' }, 'Sign in');
  await page.waitForURL(`${portal.idp}/**`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(page.url()).not.toContain('evil.example');
  expect([...visited].sort()).toEqual([portal.idp, portal.portal].sort());
});

// @proves 10.4
test('the identity provider returns only to registered addresses', async ({
  page,
  portal,
  errors,
}) => {
  errors.allow(/status of 400/);
  const authorize = (redirectUri: string) =>
    authorizationRequest(portal, 'ja', { redirect_uri: redirectUri }).url;
  for (const address of OFF_SITE_ADDRESSES.filter(({ length }) => length < 2000)) {
    const answer = await page.request.get(authorize(address), { maxRedirects: 0 });
    expect([400, 404], JSON.stringify(address)).toContain(answer.status());
  }
  await page.goto(authorize(`${portal.portal}.evil.example/callback`));
  await expect(page.getByRole('main').getByRole('link').last()).toHaveAttribute(
    'href',
    new RegExp(`^${portal.portal}`),
  );
});

/** Records the origin of every page that this tab opens from now on. */
function recordOrigins(page: Page): Set<string> {
  const visited = new Set<string>();
  page.on('framenavigated', (frame) => {
    if (frame === page.mainFrame()) visited.add(new URL(frame.url()).origin);
  });
  return visited;
}

async function expectNoLinkToEvil(page: Page): Promise<void> {
  await expect(page.locator('h1, body > pre')).toBeVisible();
  const away = await page
    .locator('a[href]')
    .evaluateAll((links: HTMLAnchorElement[]) =>
      links.map(({ href }) => href).filter((href) => new URL(href).hostname.includes('evil')),
    );
  expect(away, page.url()).toEqual([]);
}

/** Begins a sign-in with the address wherever a return address could be stored. Returns where it goes on. */
async function plantSignIn(page: Page, portal: Addresses, address: string): Promise<string> {
  const { url, verifier, state, nonce } = authorizationRequest(portal, 'ja');
  await page.evaluate(
    ({ address, verifier, state, nonce }) => {
      sessionStorage.setItem('code_verifier', verifier);
      sessionStorage.setItem('state', state);
      sessionStorage.setItem('nonce', nonce);
      const context = { locale: 'ja', returnTo: address };
      sessionStorage.setItem('sign_in_context', JSON.stringify(context));
      const finished = { state, returnTo: address };
      sessionStorage.setItem('finished_sign_in', JSON.stringify(finished));
      const kept = { url: address, en: 'Back', ja: '戻る', expires_at: Date.now() + 600_000 };
      localStorage.setItem('redirect_uri', JSON.stringify(kept));
    },
    { address, verifier, state, nonce },
  );
  return url;
}

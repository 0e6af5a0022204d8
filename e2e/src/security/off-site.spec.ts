import { createHash, randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import { OFF_SITE_ADDRESSES } from '../support/off-site.ts';
import type { Addresses } from '../support/portal.ts';
import { signIn } from '../support/sign-in.ts';
import { expect, test } from '../support/test.ts';
import { say } from '../support/words.ts';

test('no off-site address becomes the place to which a sign-in leads', async ({
  page,
  member,
  portal,
}) => {
  test.setTimeout(180_000);
  expect(OFF_SITE_ADDRESSES.length).toBeGreaterThanOrEqual(50);
  await signIn(page, member);
  const visited = originsVisited(page);

  for (const address of OFF_SITE_ADDRESSES) {
    await test.step(JSON.stringify(address.slice(0, 80)), async () => {
      // The provider's session stands, so that this sign-in passes without a question.
      await page.goto(await plantedSignIn(page, portal, address));
      await page.waitForURL(`${portal.portal}/my-page`, { waitUntil: 'commit' });
    });
  }
  expect([...visited]).toEqual([portal.portal]);
});

test('no off-site address is taken from the address of a page', async ({ page, portal }) => {
  const visited = originsVisited(page);
  const names = ['redirect', 'redirect_uri', 'returnTo', 'return_to', 'url', 'next', 'state'];
  const query = new URLSearchParams(names.map((name) => [name, 'https://evil.example/']));
  for (const bare of ['/', '/signup', '/callback', '/terms-of-service', '/nowhere']) {
    await page.goto(`${bare}?${query}`);
    await expectNoWayToEvil(page);
  }
  await page.goto(`/?${query}`);
  await page
    .getByRole('main')
    .getByRole('button', { name: say('ja', 'Sign in'), exact: true })
    .click();
  await page.waitForURL(`${portal.idp}/**`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(page.url()).not.toContain('evil.example');
  expect([...visited].sort()).toEqual([portal.idp, portal.portal].sort());
});

test('an odd address of the portal turns into no other', async ({ page, portal, watch }) => {
  // Those that look like a file are answered with a plain 404.
  watch.expect(/status of 40[04]/);
  const visited = originsVisited(page);
  for (const path of [
    '//evil.example/',
    '//evil.example/my-page',
    '///evil.example',
    '/\\evil.example',
    '/en//evil.example',
    '/ja//evil.example/',
    '/ja/\\evil.example',
    '/ja/%2f%2fevil.example',
    '/ja/%5cevil.example',
    '/ja/https://evil.example',
    '/%2f%2fevil.example',
    '/.//evil.example',
    '/en/..//evil.example',
  ]) {
    await test.step(path, async () => {
      await page.goto(portal.portal + path);
      await expectNoWayToEvil(page);
    });
  }
  expect([...visited]).toEqual([portal.portal]);
});

test('the identity provider returns to no address but the registered ones', async ({
  page,
  portal,
  watch,
}) => {
  watch.expect(/status of 400/);
  const authorize = (redirectUri: string) =>
    authorizeAddress(portal, {
      redirect_uri: redirectUri,
      state: 'a',
      nonce: 'a',
      challenge: 'A'.repeat(43),
    });
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

/** Origins of every page that this tab shows from now on. */
function originsVisited(page: Page): Set<string> {
  const visited = new Set<string>();
  page.on('framenavigated', (frame) => {
    if (frame === page.mainFrame()) visited.add(new URL(frame.url()).origin);
  });
  return visited;
}

async function expectNoWayToEvil(page: Page): Promise<void> {
  await expect(page.locator('h1, body > pre')).toBeVisible();
  const away = await page
    .locator('a[href]')
    .evaluateAll((links: HTMLAnchorElement[]) =>
      links.map(({ href }) => href).filter((href) => new URL(href).hostname.includes('evil')),
    );
  expect(away, page.url()).toEqual([]);
}

/** A sign-in that this tab has begun, with the address wherever one that was kept would lie. */
async function plantedSignIn(page: Page, portal: Addresses, address: string): Promise<string> {
  const random = () => randomBytes(32).toString('base64url');
  const [verifier, state, nonce] = [random(), random(), random().slice(0, 32)];
  await page.evaluate(
    ({ url, verifier, state, nonce }) => {
      sessionStorage.setItem('code_verifier', verifier);
      sessionStorage.setItem('state', state);
      sessionStorage.setItem('nonce', nonce);
      sessionStorage.setItem('sign_in_context', JSON.stringify({ locale: 'ja', returnTo: url }));
      sessionStorage.setItem('finished_sign_in', JSON.stringify({ state, redirectTo: url }));
      const kept = { url, en: 'Back', ja: '戻る', expires_at: Date.now() + 600_000 };
      localStorage.setItem('redirect_uri', JSON.stringify(kept));
    },
    { url: address, verifier, state, nonce },
  );
  const challenge = createHash('sha256').update(verifier).digest('base64url');
  return authorizeAddress(portal, {
    redirect_uri: `${portal.portal}/callback`,
    state,
    nonce,
    challenge,
  });
}

function authorizeAddress(
  portal: Addresses,
  { challenge, ...rest }: Record<'redirect_uri' | 'state' | 'nonce' | 'challenge', string>,
): string {
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: 'portal',
    scope: 'openid offline_access profile',
    code_challenge: challenge,
    code_challenge_method: 'S256',
    ...rest,
  });
  return `${portal.idp}/authorize?${query}`;
}

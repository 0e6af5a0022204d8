import { startTestServer, type TestServer } from '@portal/server-testing';
import { testPortalConfig } from '@portal/server-testing/portal-config';
import { readBrand } from '@portal/shared-brand/read';
import { screen } from '@testing-library/react';
import { openPortal } from '../testing/portal.tsx';

const brand = readBrand({ BRAND: 'deploy/brand-example' });
const config = { brand: { ...testPortalConfig.brand, name: brand.name, ownTerms: true } } as const;
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ config: { brand } });
});
afterAll(() => server.close());

const fetch = async (input: RequestInfo | URL, init?: RequestInit) =>
  server.api.fetch(new Request(input, init));

// @proves 16.72
test.each([
  ['/terms-of-service', /かわせみクラブ株式会社/, '第3条（休業）', '2026年11月2日（月）から適用'],
  ['/en/terms-of-service', /Kawasemi Club Co\., Ltd\./, 'Article 3. Closures', /^Effective from/],
])("%s has the operator's own terms and none of the portal's", async (path, by, article, since) => {
  await openPortal({ path, config, fetch });
  expect(await screen.findByRole('heading', { level: 2, name: article })).toBeVisible();
  expect(screen.getByText(by)).toBeVisible();
  expect(screen.getByText(since)).toBeVisible();
  expect(screen.getAllByRole('heading', { level: 2 })).toHaveLength(4);
});

import { startTestServer, type TestServer } from '@portal/server-testing';
import { screen } from '@testing-library/react';
import { openPortal } from '../testing/portal.tsx';

let server: TestServer;
beforeAll(async () => {
  const text = (words: string) => ({
    opening: words,
    articles: [{ title: words, paragraphs: [words] }],
  });
  const faq = { ja: text('よくある質問の本文'), en: text('The answers') };
  const brand = { name: { ja: 'かわせみクラブ', en: 'Kawasemi Club' }, pages: { faq } };
  server = await startTestServer({ config: { brand } });
});
afterAll(() => server.close());

const fetch = async (input: RequestInfo | URL, init?: RequestInit) =>
  server.api.fetch(new Request(input, init));

// @proves 2.129
test.each([
  ['/about/faq', 'よくあるご質問', 'よくある質問の本文'],
  ['/en/about/faq', 'Frequently asked questions', 'The answers'],
])("%s has the operator's text in its language", async (path, name, words) => {
  await openPortal({ path, fetch });
  expect(await screen.findByRole('heading', { level: 1, name })).toBeVisible();
  expect(screen.getByRole('heading', { level: 2, name: words })).toBeVisible();
  expect(document.title).toContain(name);
});

// @proves 2.129
test('a page that the operator has not written is not found', async () => {
  await openPortal({ path: '/en/about/privacy', fetch });
  expect(await screen.findByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();
});

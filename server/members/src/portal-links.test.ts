import { sharedServer } from '@portal/server-testing';
import { LOCALES } from '@portal/shared-contract';
import { portalUrl } from './account-context.ts';

const server = sharedServer();

// @proves 1.30
test.each(LOCALES)('a link in a mail in %s names the language', (locale) => {
  const { origin, pathname, hash } = new URL(
    portalUrl(server.context, locale, '/unblock', { code: 'a b' }),
  );
  expect(origin).toBe(server.context.config.portalOrigin);
  expect(pathname).toBe(`/${locale}/unblock`);
  expect(hash).toBe('#code=a+b');
});

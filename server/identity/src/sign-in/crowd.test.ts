import { withHashSlot } from '@portal/server-accounts/password/password-hash';
import { createBrowser } from '@portal/server-testing/idp/browser';
import { sharedIdp } from '@portal/server-testing/idp/idp';
import { createPortal, MEMBER } from '@portal/server-testing/idp/portal';

/** The number of password checks that are admitted at once (password-hash.ts). */
const ADMITTED = 18;

describe('when too many people sign in at once', () => {
  const server = sharedIdp({ member: MEMBER });
  let leave: () => void;
  let crowd: Promise<unknown>;
  beforeEach(() => {
    const end = Promise.withResolvers<void>();
    leave = end.resolve;
    crowd = Promise.all(Array.from({ length: ADMITTED }, () => withHashSlot(() => end.promise)));
  });
  afterEach(async () => {
    leave();
    await crowd;
  });

  it.each([
    ['ja', 'ただいま混み合っています。少し待ってから、もう一度お試しください。'],
    ['en', 'Many people are signing in right now. Try again in a moment.'],
  ])(
    'the next one sees a message in %s, keeps the typed address, and can sign in later',
    async (ui_locale, words) => {
      const browser = createBrowser(server.issuer);
      const portal = await createPortal(server, browser);
      const started = await portal.authorization({ ui_locale });
      const page = await browser.go(started.url);

      const refused = await browser.submit(page, MEMBER);
      expect(refused.response.status).toBe(429);
      expect(Number(refused.response.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
      expect(refused.html).toContain(words);
      expect(refused.html).toContain(`value="${MEMBER.email}"`);
      expect(refused.html).not.toContain(MEMBER.password);

      leave();
      await crowd;
      const back = await browser.submit(refused, MEMBER);
      await expect(portal.exchange(back, started)).resolves.toBeDefined();
    },
  );
});

import { COLORS } from '@portal/shared-contract/brand-values';
import { violations } from '../support/axe.ts';
import { LOCALES, translate } from '../support/labels.ts';
import { createMember } from '../support/members.ts';
import { linkSentTo, mailSentTo } from '../support/outbox.ts';
import type { Addresses } from '../support/portal.ts';
import { expect, PHONE, test } from '../support/test.ts';

/** Asks for a new password, whose mail has a code, facts and a button. */
async function askForReset(portal: Addresses, email: string, locale: string): Promise<void> {
  const answer = await fetch(new URL('/api/v2/mfa/send-code', portal.portal), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ type: 'mfa_forgot_password', email, locale }),
  });
  expect(answer.status).toBe(200);
}

const rgb = (hex: string) =>
  `rgb(${[1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)).join(', ')})`;

// @proves 1.30
test('a link in a Japanese mail opens in Japanese in an English browser', async ({
  portal,
  newBrowser,
}) => {
  const member = await createMember(portal);
  await askForReset(portal, member.email, 'ja');
  const link = await linkSentTo(portal, member.email, '/reset-password/form');
  const page = await (await newBrowser({ locale: 'en-US' })).newPage();
  await page.goto(link);
  await page
    .getByRole('heading', { level: 1, name: translate('ja', 'Choose a new password') })
    .waitFor();
  await expect(page.locator('html')).toHaveAttribute('lang', 'ja');
  expect(new URL(page.url()).pathname).toBe('/reset-password/form');
});

for (const locale of LOCALES) {
  for (const theme of ['light', 'dark'] as const) {
    test.describe(`a mail, ${locale}, ${theme}`, () => {
      test.use({ ...PHONE, colorScheme: theme });

      // @proves 1.32
      test('has the colours of the portal and is easy to read', async ({ page, portal }) => {
        const member = await createMember(portal);
        await askForReset(portal, member.email, locale);
        await page.setContent(await mailSentTo(portal, member.email));
        const background = (selector: string) =>
          page.locator(selector).evaluate((node) => getComputedStyle(node).backgroundColor);
        expect(await background('body')).toBe(rgb(COLORS.paper[theme]));
        expect(await background('.card')).toBe(rgb(COLORS.surface[theme]));
        expect(await background('.code')).toBe(rgb(COLORS['accent.soft'][theme]));
        expect(await background('a.button')).toBe(rgb(COLORS.accent[theme]));
        expect(await violations(page)).toEqual([]);
        const width = await page.evaluate(() => document.documentElement.scrollWidth);
        expect(width).toBeLessThanOrEqual(PHONE.viewport.width);
      });
    });
  }
}

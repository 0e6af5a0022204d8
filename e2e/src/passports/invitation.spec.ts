import { violations } from '../support/axe.ts';
import { translate } from '../support/labels.ts';
import { createMember } from '../support/members.ts';
import { messagesTo } from '../support/outbox.ts';
import { expectHeading, field, main } from '../support/page-actions.ts';
import { startSession } from '../support/session.ts';
import { expect, PHONE, test } from '../support/test.ts';
import { decideAtPaymentProvider, press, pressPay } from './purchase-actions.ts';

const locale = 'ja' as const;

test.use(PHONE);
test.describe.configure({ timeout: 120_000 });

/** The payment provider reports to the server while the page waits. */
const SETTLED = { timeout: 40_000 };

// @proves 14.480 14.481 14.482
test('a passport is bought for another adult, who accepts it by the mailed link', async ({
  page,
  newBrowser,
  portal,
  member,
}) => {
  const on = { page, locale };
  const other = await createMember(portal);
  await startSession(page, portal, member);
  await page.goto('/my-page/passports/purchase');
  await expectHeading(on, 'Buy a passport');
  await page.locator('input[value=adult]').check({ force: true });
  await field(on, 'Last name').fill('田中');
  await field(on, 'First name').fill('太郎');
  await field(on, 'Their email address').fill(other.email);
  expect(await violations(page), 'the other adult').toEqual([]);
  await press(on, 'Next');
  await expectHeading(on, 'Choose a design');
  await page.locator('input[value=night]').check({ force: true });
  await press(on, 'Next');
  await expectHeading(on, 'Check and pay');
  await expect(main(on)).toContainText(other.email);
  expect(await violations(page), 'the check').toEqual([]);
  await page.locator('input[value=card]').check({ force: true });
  await pressPay(on);
  await decideAtPaymentProvider(page, 'pay');
  await expect(main(on).getByText(translate(locale, 'Thank you for your purchase'))).toBeVisible(
    SETTLED,
  );
  await expect(
    page.getByRole('button', { name: translate(locale, 'Withdraw the offer') }),
  ).toBeVisible();
  expect(await violations(page), 'the passport').toEqual([]);

  const [invitation] = await messagesTo(portal, other.email);
  // The mail is in the language of the buyer's profile, which is Japanese.
  const [link] = /\S+\/my-page\/offer#[\w-]{43}/.exec(invitation?.text ?? '') ?? [];
  const theirs = await (await newBrowser(PHONE)).newPage();
  await startSession(theirs, portal, other);
  await theirs.goto(link ?? '');
  await press({ page: theirs, locale }, 'Accept');
  await theirs.waitForURL(`**/my-page/passports/*`);
  await expect(
    theirs.getByRole('button', { name: translate(locale, 'Add a photo'), exact: true }),
  ).toBeVisible();
});

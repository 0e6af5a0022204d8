import { expect, needsNginx, test } from '../support/composition.ts';
import { expectGreeting, signIn } from '../support/sign-in.ts';
import { PROOF } from '../support/test.ts';

needsNginx();
test.use({ edgeSettings: { FILES_OF_PARTS: 'account http://files-of-account.invalid;' } });

// @proves 16.98
test(
  'with the files of one part nowhere to be found, the rest of the portal stands',
  PROOF,
  async ({ page, member, errors }) => {
    errors.allow(/\/remotes\/account\/|account/);
    await signIn(page, member);
    await page.goto('/account');
    await expect(page.getByRole('main').getByRole('button').first()).toBeVisible();
    await page.goto('/my-page');
    await expectGreeting(page, member);
  },
);

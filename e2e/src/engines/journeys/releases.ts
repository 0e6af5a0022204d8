import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { changedRelease, marked } from '../../support/changed-release.ts';
import { startFaultyEdge } from '../../support/faulty-edge.ts';
import { localePath, translate } from '../../support/labels.ts';
import { makeLive } from '../../support/live-releases.ts';
import { nameOf } from '../../support/members.ts';
import { expectGreeting, signIn, signInAtProvider } from '../../support/sign-in.ts';
import type { Journey } from '../journey.ts';

export const newRelease: Journey = async ({ page, portal, member, locale }) => {
  await signIn(page, member, locale);
  const folder = await mkdtemp(join(tmpdir(), 'portal-engines-'));
  const mark = `★${Date.now()}`;
  await makeLive(portal, await changedRelease('account', folder, marked(mark)));
  await rm(folder, { recursive: true });
  const notice = page.getByRole('complementary', { name: translate(locale, 'New version') });
  // The code that asks arrives when the browser is idle.
  await expect(async () => {
    await page.evaluate(showAgainLater, undefined);
    expect(await notice.isVisible()).toBe(true);
  }).toPass({ timeout: 30_000 });
  await notice.getByRole('button', { name: translate(locale, 'Close') }).click();
  // The next link loads the page of the new release.
  await page
    .getByRole('link', { name: translate(locale, 'Terms of service') })
    .first()
    .click();
  await page.waitForURL(`**${localePath(locale, '/terms-of-service')}`);
  await page.goto(localePath(locale, '/account'));
  await page.getByRole('main').filter({ hasText: mark }).waitFor();
};

/** Runs in the page: shows the tab again, minutes later by its own clock, and without the part by which tabs differ. */
function showAgainLater(): void {
  const now = Date.now;
  Date.now = () => now() + 120_000;
  Math.random = () => 0;
  document.dispatchEvent(new Event('visibilitychange'));
}

export const failingRemote: Journey = async ({ page, portal, member, locale, errors }) => {
  errors.allow(/./); // Each engine has its own words for it.
  const edge = await startFaultyEdge(portal);
  try {
    edge.breaks((path) => (path.startsWith('/remotes/mypage/') ? '500' : undefined));
    await page.goto(localePath(locale, '/account'));
    await signInAtProvider(page, member, locale);
    await page
      .getByRole('main')
      .filter({ hasText: nameOf(member, locale) })
      .waitFor();
    await page.getByRole('banner').getByRole('link').first().click();
    const retry = page.getByRole('button', { name: translate(locale, 'Try again') }).first();
    await retry.waitFor();
    edge.repair();
    await retry.click();
    await expectGreeting(page, member, locale);
  } finally {
    await edge.stop();
  }
};

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { fileKey } from '@portal/delivery-model/document';
import type { Locale } from '@portal/shared-contract';
import { localeOfTexts } from '@portal/shared-contract/script-texts';
import { expectContent } from '../support/content.ts';
import { builtRelease, PACKAGES, RELEASES } from '../support/routes.ts';
import { startSession } from '../support/session.ts';
import { expect, test } from '../support/test.ts';

/** Screens of every part, with texts of their own, of shared components and of what they import once they are drawn. */
const SCREENS = [
  '/my-page',
  '/my-page/passports',
  '/my-page/notifications',
  '/my-page/passports/purchase',
  '/account',
  '/account/edit',
  '/account/security',
  '/account/data',
  '/terms-of-service',
] as const;

// @proves 16.891 16.892
test('so do those that follow on one another, and the same in the other language', async ({
  page,
  member,
  portal,
}) => {
  test.setTimeout(120_000);
  await startSession(page, portal, member);
  const wrong = await watchTexts(page);
  await open(page, '/terms-of-service');
  const isSame = await page.evaluateHandle(() => document);
  for (const path of SCREENS) {
    await follow(page, path);
    await follow(page, `/en${path}`);
  }
  expect(wrong()).toEqual([]);
  expect(await isSame.evaluate((before) => before === document)).toBe(true);
});

async function open(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await expectContent(page);
}

/** Goes to an address of the portal as a link does, in the same document. */
async function follow(page: Page, address: string): Promise<void> {
  await page.evaluate((to) => {
    // As the router's own entries say, so that it knows which way this leads.
    const idx = (history.state?.idx ?? 0) + 1;
    history.pushState({ usr: null, key: String(idx), idx }, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, address);
  await expect(page.locator('html')).toHaveAttribute(
    'lang',
    address.startsWith('/en') ? 'en' : 'ja',
  );
  await expectContent(page);
}

/** Collects texts and names of elements of every frame. @returns message ids, and texts of the other language */
async function watchTexts(page: Page): Promise<() => string[]> {
  const { ids, only } = await knownTexts();
  const shown = new Set<string>();
  await page.exposeFunction('showText', (text: string, lang: string) =>
    shown.add(JSON.stringify([lang, text])),
  );
  await page.addInitScript(() => {
    if (window !== top) return;
    const { showText } = window as unknown as { showText(text: string, lang: string): void };
    const told = new Set<string>();
    const tell = (text: string | null) => {
      const { lang } = document.documentElement;
      if (!text?.trim() || told.has(lang + text)) return;
      told.add(lang + text);
      showText(text.trim(), lang);
    };
    const look = (node: Node) => {
      if (node instanceof Text) {
        if (!node.parentElement?.closest('script, style, template')) tell(node.data);
      } else if (node instanceof Element) {
        for (const name of ['aria-label', 'placeholder', 'title', 'alt'])
          tell(node.getAttribute(name));
        for (const child of node.childNodes) look(child);
      }
    };
    // A frame is painted after this has been called.
    new MutationObserver((changes) => {
      for (const { target, addedNodes } of changes) {
        look(target instanceof Element ? document.createTextNode('') : target);
        for (const node of addedNodes) look(node);
      }
    }).observe(document, { childList: true, characterData: true, subtree: true });
  });
  return () =>
    [...shown].flatMap((entry) => {
      const [lang, text] = JSON.parse(entry) as [Locale, string];
      const plain = text.replaceAll('\u200b', '');
      const isOther = only[lang === 'ja' ? 'en' : 'ja'].has(plain);
      const isWrong = ids.has(text) || isOther;
      return isWrong ? [`${lang}: ${text}`] : [];
    });
}

/** Every message's id, and the whole texts that are of one language alone. */
async function knownTexts() {
  const ids = new Set<string>();
  const texts: Record<Locale, Set<string>> = { ja: new Set(), en: new Set() };
  for (const name of PACKAGES) {
    for (const file of Object.keys((await builtRelease(name)).files)) {
      const locale = localeOfTexts(file);
      if (!locale) continue;
      const catalog: Record<string, unknown[]> = JSON.parse(
        await readFile(join(RELEASES, fileKey(name, file)), 'utf8'),
      );
      for (const [id, [text, ...more]] of Object.entries(catalog)) {
        ids.add(id);
        if (typeof text === 'string' && more.length === 0) {
          texts[locale].add(text.replaceAll('\u200b', ''));
        }
      }
    }
  }
  return { ids, only: { ja: without(texts.ja, texts.en), en: without(texts.en, texts.ja) } };
}

const without = (texts: ReadonlySet<string>, others: ReadonlySet<string>) =>
  new Set([...texts].filter((text) => !others.has(text)));

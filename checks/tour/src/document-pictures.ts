import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import type { Appearance } from './appearance.ts';

const FOLDER = resolve(import.meta.dirname, '../../../docs/images');

/** The pictures of the README and of docs/design.md by the name of their screen in the tour. */
export const PICTURED_SCREENS: Readonly<Record<string, string>> = {
  '/my-page': 'home.webp',
  'passport: the QR code': 'passport.webp',
  '/my-page/passports': 'passports.webp',
  'passport: checked in': 'checked-in.webp',
  'purchase: design': 'design.webp',
  'purchase: check and pay': 'payment.webp',
  '/my-page/offer, the passport': 'gift.webp',
  '/my-page/notifications': 'notifications.webp',
  '/account': 'account.webp',
  '/account/security': 'security.webp',
  '/signup': 'sign-up.webp',
  'provider: sign in': 'sign-in.webp',
};

export const PICTURED_APPEARANCE: Appearance = { locale: 'ja', device: 'phone', colors: 'light' };

/** Twice the width at which they are shown. */
const WIDTH = 480;
const QUALITY = 80;

/** Takes the picture of one screen, as large as the window, into docs/images. */
export async function savePicture(page: Page, screen: string): Promise<void> {
  const name = PICTURED_SCREENS[screen];
  if (!name) throw new Error(`The documents have no picture of ${screen}.`);
  await mkdir(FOLDER, { recursive: true });
  await sharp(await page.screenshot({ animations: 'disabled' }))
    .resize({ width: WIDTH })
    .webp({ quality: QUALITY })
    .toFile(join(FOLDER, name));
}

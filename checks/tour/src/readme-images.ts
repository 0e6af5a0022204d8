import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import type { Appearance } from './appearance.ts';

const FOLDER = resolve(import.meta.dirname, '../../../docs/images');

/** The pictures of the README by the name of their screen in the tour. */
export const README_SCREENS: Readonly<Record<string, string>> = {
  '/my-page': 'home.webp',
  'passport: the QR code': 'passport.webp',
};

export const README_APPEARANCE: Appearance = { locale: 'ja', device: 'phone', colors: 'light' };

/** Twice the width at which the README shows it. */
const WIDTH = 600;
const QUALITY = 82;

/** Takes the picture of one screen, as large as the window, into docs/images. */
export async function saveReadmeImage(page: Page, screen: string): Promise<void> {
  const name = README_SCREENS[screen];
  if (!name) throw new Error(`The README has no picture of ${screen}.`);
  await mkdir(FOLDER, { recursive: true });
  await sharp(await page.screenshot({ animations: 'disabled' }))
    .resize({ width: WIDTH })
    .webp({ quality: QUALITY })
    .toFile(join(FOLDER, name));
}

import { expect, type Page } from '@playwright/test';
import type { Locale } from '@portal/shared-contract';
import jsQR from 'jsqr';
import sharp from 'sharp';
import { translate } from '../support/labels.ts';

const READ_WITHIN_MS = 5_000;

/** Reads the QR code on top off the screen; it looks again where the code moved. @throws Error without one */
export async function scan(page: Page, locale: Locale): Promise<string> {
  const picture = page.getByRole('img', { name: translate(locale, 'QR code for the gate') }).last();
  await picture.waitFor();
  let code = '';
  await expect(async () => {
    code = await scanPicture(await picture.screenshot());
  }).toPass({ timeout: READ_WITHIN_MS });
  return code;
}

/** Reads the QR code of a picture. @throws Error without one */
export async function scanPicture(picture: Buffer): Promise<string> {
  const { data, info } = await sharp(picture)
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const code = jsQR(new Uint8ClampedArray(data), info.width, info.height);
  if (!code) throw new Error('No QR code can be read off the screen');
  return code.data;
}

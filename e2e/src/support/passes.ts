import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { storedTokens } from './session-record.ts';
import { shown } from './shown.ts';

/** Where the API is reached, and the member's token for it. */
export type MemberApi = { readonly api: string; readonly token: string };

/** What makes any member's profile complete; the names stay as they are. */
const COMPLETE_PROFILE = {
  last_name_kana: 'テスト',
  first_name_kana: 'カイイン',
  date_of_birth: '1988-08-08',
  gender: 'other',
  country: 'JP',
  postal_code: '1000005',
  prefecture: { id: 13 },
  city: '千代田区',
  address: '丸の内1-9-1',
  phone: '+819012345678',
  phone_country_code: 'JP',
  email_opt_in: false,
} as const;

/** A pass of the member who is signed in on a page: one that is there, or one bought for it. */
export async function ownPass(page: Page, portal: { portal: string; api: string }) {
  await page.goto(`${portal.portal}/my-page`);
  await shown(page);
  const links = page.locator('a[href*="/my-page/passports/"]:not([href$="/purchase"])');
  const address = (await links.count()) > 0 ? await links.first().getAttribute('href') : undefined;
  if (address) return address.split('/').at(-1) ?? '';
  const [token] = await storedTokens(page);
  if (!token) throw new Error('Nobody is signed in on this page.');
  const member = { api: portal.api, token };
  await completeProfile(member);
  return (await buyPass(member)).id;
}

export const completeProfile = (member: MemberApi) => ask(member, 'PUT', '/me', COMPLETE_PROFILE);

/** Buys a pass by the API, to be paid at the counter. */
export async function buyPass(
  member: MemberApi,
  { design = 'swallows', start = todayInJapan() } = {},
): Promise<{ id: string }> {
  const { data: photo } = await upload(member, await facePicture());
  const { data } = await ask(member, 'POST', '/passports', {
    idempotency_key: crypto.randomUUID(),
    holder: { kind: 'member' },
    design_id: design,
    photo_id: photo.photo_id,
    usage_start_date: start,
    payment_type: 'counter',
  });
  return data as { id: string };
}

/** A drawn portrait as PNG: nobody's face. */
export async function facePicture(): Promise<Uint8Array<ArrayBuffer>> {
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="900" height="1200">
    <rect width="900" height="1200" fill="#c9d6e8"/>
    <path d="M90 1200c0-280 160-400 360-400s360 120 360 400z" fill="#35348a"/>
    <circle cx="450" cy="520" r="250" fill="#f2cdb0"/>
    <path d="M190 500c0-200 120-300 260-300s260 100 260 300c-60-90-160-130-260-130s-200 40-260 130z" fill="#3a2a20"/>
    <circle cx="365" cy="530" r="24"/><circle cx="535" cy="530" r="24"/>
    <path d="M380 640q70 60 140 0" fill="none" stroke="#8a3b2a" stroke-width="16" stroke-linecap="round"/>
  </svg>`;
  return new Uint8Array(await sharp(Buffer.from(drawing)).png().toBuffer());
}

async function upload(member: MemberApi, picture: Uint8Array<ArrayBuffer>) {
  return answerOf(
    await fetch(`${member.api}/passports/photos`, {
      method: 'POST',
      headers: { authorization: `Bearer ${member.token}`, 'content-type': 'image/png' },
      body: picture,
    }),
  );
}

/** One call of the API. @throws Error when it is refused */
export async function ask(member: MemberApi, method: string, path: string, body?: unknown) {
  return answerOf(
    await fetch(member.api + path, {
      method,
      headers: {
        authorization: `Bearer ${member.token}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }),
  );
}

async function answerOf(answer: Response) {
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${answer.url}: ${answer.status} ${text}`);
  return JSON.parse(text || '{}');
}

const JAPAN_OFFSET_MS = 9 * 60 * 60 * 1000;
const todayInJapan = () => new Date(Date.now() + JAPAN_OFFSET_MS).toISOString().slice(0, 10);

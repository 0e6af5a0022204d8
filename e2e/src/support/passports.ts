import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { todayInJapan } from '@portal/shared-contract';
import sharp from 'sharp';
import { expectContent } from './content.ts';
import { answerOf, ask, headersOf, type MemberApi, memberApi } from './member-api.ts';

/** A passport of the member who is signed in on a page, whose profile is complete; buys one if there is none. */
export async function ownPassport(
  page: Page,
  portal: { readonly portal: string; readonly api: string },
): Promise<string> {
  await page.goto(`${portal.portal}/my-page`);
  await expectContent(page);
  const member = await memberApi(page, portal);
  const { data } = await ask(member, 'GET', '/passports?page=1&limit=1');
  if (data[0]) return data[0].id;
  return (await buyPassport(member)).id;
}

/** The number of the newest order of the member who is signed in on a page. */
export async function ownOrder(...on: Parameters<typeof ownPassport>): Promise<string> {
  await ownPassport(...on);
  const { data } = await ask(await memberApi(...on), 'GET', '/purchases?page=1&limit=1');
  return data[0].order_number;
}

type Purchase = {
  /** The first that the portal offers, where it is missing. */
  readonly design?: string;
  /** First day, `YYYY-MM-DD`; today in Japan where it is missing. */
  readonly start?: string;
  readonly payment?: 'counter' | 'card';
  /** Buys one more in the same order, for a child. */
  readonly child?: { readonly lastName: string; readonly firstName: string };
};

/** An age at which a child needs a passport of its own. */
const CHILD_YEARS = 8;

/** Buys a passport over the API, by default at the counter. @returns its id, and the payment page for a card */
export async function buyPassport(
  member: MemberApi,
  { design, start = todayInJapan(new Date()), payment = 'counter', child }: Purchase = {},
): Promise<{ readonly id: string; readonly paymentUrl?: string }> {
  const offered = design ?? (await ask(member, 'GET', '/passports/designs')).data[0].id;
  const { data: photo } = await upload(member, await portrait());
  const first = {
    holder: { kind: 'member' },
    design_id: offered,
    photo_id: photo.photo_id,
    usage_start_date: start,
  };
  const { data, payment_url } = await ask(member, 'POST', '/passports', {
    ...first,
    idempotency_key: crypto.randomUUID(),
    payment_type: payment,
    ...(child && { others: [{ ...first, ...(await childPassport(member, child)) }] }),
  });
  return { id: data.id, ...(payment_url && { paymentUrl: payment_url }) };
}

/** What the passport of a child has of its own. */
async function childPassport(
  member: MemberApi,
  { lastName, firstName }: NonNullable<Purchase['child']>,
) {
  const { data: photo } = await upload(member, await portrait());
  const born = `${new Date().getFullYear() - CHILD_YEARS}-01-15`;
  return {
    holder: { kind: 'child', last_name: lastName, first_name: firstName, date_of_birth: born },
    photo_id: photo.photo_id,
  };
}

/** The portrait as a file of this machine. */
export async function portraitFile(): Promise<string> {
  const file = join(tmpdir(), 'portal-portrait.png');
  await writeFile(file, await portrait());
  return file;
}

/** A drawn portrait as PNG, of nobody. */
export function portrait(): Promise<Uint8Array<ArrayBuffer>> {
  drawn ??= draw();
  return drawn;
}

let drawn: Promise<Uint8Array<ArrayBuffer>> | undefined;

async function draw(): Promise<Uint8Array<ArrayBuffer>> {
  // The server's code, which some tests load too, reads photos alone.
  sharp.unblock({ operation: ['VipsForeignLoadSvg'] });
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
  const [method, path] = ['POST', '/passports/photos'];
  const headers = await headersOf(member, method, path);
  return answerOf(
    await fetch(member.api + path, {
      method,
      headers: { ...headers, 'content-type': 'image/png' },
      body: picture,
    }),
  );
}

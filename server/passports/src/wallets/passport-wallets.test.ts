import { X509Certificate } from 'node:crypto';
import { members } from '@portal/server-members/schema/members';
import { startTestServer, type TestServer } from '@portal/server-testing';
import { callApi } from '@portal/server-testing/api-call';
import { actAsOperator, createPassportClient } from '@portal/server-testing/passports';
import { openPkpass } from '@portal/server-testing/wallets/open-pkpass';
import {
  GOOGLE_EMAIL,
  GOOGLE_ISSUER,
  makeWalletSettings,
  PASS_TYPE,
  TEAM,
  type Wallets,
  walletSettings,
} from '@portal/server-testing/wallets/wallet-keys';
import { formatCalendarDate, type Passport } from '@portal/shared-contract';
import { eq } from 'drizzle-orm';
import { decodeJwt, jwtVerify } from 'jose';

const DAY_MS = 24 * 60 * 60 * 1000;
const LINK_MAX_MS = 10 * 60 * 1000;
const YAMADA = { lastName: '山田', firstName: '花子' };
const { env, publicKeyOfGoogle } = makeWalletSettings();
const wallets = walletSettings(env);

let server: TestServer;
const start = (own: Wallets) =>
  startTestServer({
    config: {
      wallets: own,
      portalOrigin: 'https://portal.example',
      callsPerMinute: 100_000,
      brand: { name: { ja: 'つばめ', en: 'Tsubame' } },
    },
  });
beforeAll(async () => {
  server = await start(wallets);
});
beforeEach(() => server.clock.set(new Date()));
afterAll(() => server.close());

async function buyer() {
  const client = await createPassportClient(server, YAMADA);
  const passport = await client.buyPaid();
  return { client, passport };
}
type Client = Awaited<ReturnType<typeof createPassportClient>>;

type Links = { readonly apple: string | null; readonly google: string | null };

async function linksOf(
  { id: memberId }: Pick<Client, 'id'>,
  { id }: Pick<Passport, 'id'>,
  locale = 'ja',
): Promise<Links & { readonly status: number }> {
  const { accessToken } = await server.signInAs(memberId);
  const headers = { authorization: `Bearer ${accessToken}`, 'accept-language': locale };
  const { status, body } = await callApi(server, {
    method: 'GET',
    path: `/passports/${id}/wallets`,
    headers,
  });
  return { status, ...body.data };
}

/** Fetches a pass as a device does: without a token. */
const fetchPass = (link: string | null) =>
  server.api.fetch(new Request(`http://localhost:4302${link?.replace(/^\/api/, '')}`));

// @proves 7.310 14.86
test('there are no links where no wallet is configured', async () => {
  const whole = server;
  server = await start({});
  try {
    const { client, passport } = await buyer();
    expect(await linksOf(client, passport)).toEqual({ status: 200, apple: null, google: null });
    const forged = await fetchPass(
      `/passports/${passport.id}/wallet.pkpass?version=1&until=1&signature=x`,
    );
    expect(forged.status).toBe(404);
  } finally {
    await server.close();
    server = whole;
  }
});

// @proves 14.87
test('the pass of Apple Wallet is signed, and has holder, dates and number in both languages', async () => {
  const { client, passport } = await buyer();
  const answer = await fetchPass((await linksOf(client, passport)).apple);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('application/vnd.apple.pkpass');
  expect(answer.headers.get('cache-control')).toBe('no-store');
  // The member's language is Japanese, which is the card's own.
  const { pass, files, strings, signer } = openPkpass(new Uint8Array(await answer.arrayBuffer()));

  expect(signer.raw).toEqual(new X509Certificate(env.APPLE_WALLET_CERTIFICATE).raw);
  const [from, until] = [passport.usage_start_date, passport.ext_expiration_date].map((day) =>
    formatCalendarDate(day, 'ja'),
  );
  expect(pass).toMatchObject({
    formatVersion: 1,
    passTypeIdentifier: PASS_TYPE,
    teamIdentifier: TEAM,
    serialNumber: passport.id,
    organizationName: 'つばめ',
    sharingProhibited: true,
    generic: {
      primaryFields: [{ key: 'holder', label: '利用者', value: '山田 花子' }],
      secondaryFields: [
        { key: 'from', label: '利用開始日', value: from },
        { key: 'until', label: '有効期限', value: until },
        { key: 'number', label: 'パスポート番号', value: passport.ext_member_code },
      ],
    },
  });
  expect(Date.parse(pass.expirationDate)).toBe(
    Date.parse(`${passport.ext_expiration_date}T23:59:59+09:00`),
  );
  expect(Object.keys(files)).toEqual(
    expect.arrayContaining(['icon.png', 'icon@2x.png', 'icon@3x.png']),
  );
  for (const [english, japanese] of [
    ['Holder', '利用者'],
    ['Valid until', '有効期限'],
    ['Tsubame', 'つばめ'],
  ]) {
    expect(strings('ja')).toContain(`"${japanese}" = "${japanese}";`);
    expect(strings('en')).toContain(`"${japanese}" = "${english}";`);
  }
});

// @proves 14.180
test.each(['ja', 'en'] as const)(
  'the card of a member whose language is %s leads to the page in that language',
  async (locale) => {
    const { client, passport } = await buyer();
    await server.db.update(members).set({ locale }).where(eq(members.id, client.id));
    const path = `my-page/passports/${passport.id}`;
    const { apple, google } = await linksOf(client, passport, locale);

    const { pass, strings } = openPkpass(
      new Uint8Array(await (await fetchPass(apple)).arrayBuffer()),
    );
    const [link] = pass.generic.backFields;
    expect(link.value).toBe(`https://portal.example/${locale}/${path}`);
    expect(pass.generic.primaryFields[0].label).toBe(locale === 'ja' ? '利用者' : 'Holder');
    // A device in the other language has its texts and its link.
    for (const other of ['ja', 'en']) {
      expect(strings(other)).toContain(`= "https://portal.example/${other}/${path}";`);
    }
    const { payload } = decodeJwt<{ payload: object }>(google?.split('/').pop() ?? '');
    expect(payload).toMatchObject({
      genericObjects: [
        { linksModuleData: { uris: [{ uri: `https://portal.example/${locale}/${path}` }] } },
      ],
    });
  },
);

// @proves 14.88
test('the link of Google Wallet is a token that the service account has signed', async () => {
  const { client, passport } = await buyer();
  for (const [locale, brand, title] of [
    ['ja', 'つばめ', '年間パスポート'],
    ['en', 'Tsubame', 'Annual pass'],
  ] as const) {
    const { google } = await linksOf(client, passport, locale);
    const [, token = ''] =
      /^https:\/\/pay\.google\.com\/gp\/v\/save\/(.*)$/.exec(google ?? '') ?? [];
    const { payload, protectedHeader } = await jwtVerify(token, publicKeyOfGoogle, {
      issuer: GOOGLE_EMAIL,
      audience: 'google',
      currentDate: server.clock.now(),
    });
    expect(protectedHeader.alg).toBe('RS256');
    expect(payload).toMatchObject({
      typ: 'savetowallet',
      payload: {
        genericClasses: [{ id: `${GOOGLE_ISSUER}.passport` }],
        genericObjects: [
          {
            classId: `${GOOGLE_ISSUER}.passport`,
            state: 'ACTIVE',
            cardTitle: { defaultValue: { language: locale, value: brand } },
            subheader: { defaultValue: { language: locale, value: title } },
            header: { defaultValue: { language: locale, value: '山田 花子' } },
            validTimeInterval: {
              end: {
                date: new Date(`${passport.ext_expiration_date}T23:59:59+09:00`).toISOString(),
              },
            },
            linksModuleData: {
              uris: [{ uri: `https://portal.example/${locale}/my-page/passports/${passport.id}` }],
            },
          },
        ],
      },
    });
    // Browsers cut longer ones (developers.google.com/wallet/generic/web).
    expect(google?.length).toBeLessThan(2_048);
  }
});

// @proves 14.89
test('a card in a wallet has nothing that opens a turnstile, and neither photo nor date of birth', async () => {
  const { client, passport } = await buyer();
  const { apple, google } = await linksOf(client, passport);
  const { body } = await client.call('GET', `/passports/${passport.id}/code`);
  const { files, pass } = openPkpass(new Uint8Array(await (await fetchPass(apple)).arrayBuffer()));
  const token = Buffer.from(google?.split('.')[3] ?? '', 'base64url').toString();
  const everything = [
    token,
    ...Object.values(files).map((file) => Buffer.from(file).toString('latin1')),
  ];
  for (const part of everything) {
    for (const { text } of body.data.codes) expect(part).not.toContain(text.slice(0, 20));
    expect(part).not.toContain(passport.holder.date_of_birth);
    expect(part).not.toContain(passport.order_number);
    expect(part).not.toMatch(/photo|barcode|nfc/i);
  }
  expect(pass).not.toHaveProperty('webServiceURL');
});

// @proves 14.89
test.each([
  ['offered', (client: Client, id: string, other: Client) => client.offer(id, other.code)],
  ['cancelled', (client: Client, id: string) => client.call('DELETE', `/passports/${id}`)],
  ['expired', async () => server.clock.advance(370 * DAY_MS)],
] as const)(
  'a passport that was %s has no links any more, and those of before answer 404',
  async (_, end) => {
    const other = await createPassportClient(server);
    const client = await createPassportClient(server, YAMADA);
    const tomorrow = new Date(server.clock.now().getTime() + DAY_MS);
    const passport = await client.buyPaid({
      usage_start_date: new Intl.DateTimeFormat('sv', { timeZone: 'Asia/Tokyo' }).format(tomorrow),
    });
    const { apple } = await linksOf(client, passport);
    expect(apple).not.toBeNull();
    await end(client, passport.id, other);
    expect(await linksOf(client, passport)).toMatchObject({ apple: null, google: null });
    expect((await fetchPass(apple)).status).toBe(404);
  },
);

// @proves 14.89
test('only the owner gets links, which end after ten minutes and cannot be made by others', async () => {
  const { client, passport } = await buyer();
  const stranger = await createPassportClient(server);
  expect((await linksOf(stranger, passport)).status).toBe(404);
  const { apple } = await linksOf(client, passport);
  const other = await createPassportClient(server).then((one) => one.buyPaid());
  expect((await fetchPass(apple?.replace(passport.id, other.id) ?? '')).status).toBe(404);
  expect((await fetchPass(apple?.replace(/version=\d+/, 'version=9') ?? '')).status).toBe(404);
  server.clock.advance(LINK_MAX_MS);
  expect((await fetchPass(apple)).status).toBe(404);
});

// @proves 7.310 14.86
test('an unpaid passport belongs in no wallet', async () => {
  const client = await createPassportClient(server, YAMADA);
  const { id } = await client.buy();
  expect(await linksOf(client, { id })).toMatchObject({ apple: null, google: null });
  await actAsOperator(server, id, 'paid');
  expect(await linksOf(client, { id })).toMatchObject({ apple: expect.any(String) });
});

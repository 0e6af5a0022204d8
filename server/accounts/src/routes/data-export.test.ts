import { sharedServer } from '@portal/server-testing';
import { messagesOf, signInClient } from '@portal/server-testing/account-client';
import { createPassportClient } from '@portal/server-testing/passports';
import { refusal } from '@portal/server-testing/public-client';
import { unzipSync } from 'fflate';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * 60 * 1000;
const GONE = [422, 'token.not_found'];
/** What `docs/product.md` 12.69 names: a file of its own for each. */
const FILES = [
  'profile',
  ...['credentials', 'connections', 'passkeys', 'authenticator-apps'],
  ...['devices', 'trusted-browsers'],
  'terms-acceptances',
  ...['passports', 'passport-payments', 'passport-transfers', 'passport-reminders'],
  ...['notifications', 'messages', 'activities'],
  ...['email-changes', 'phone-changes'],
].map((table) => `${table}.json`);

const server = sharedServer({ config: { callsPerMinute: 100_000 } });

async function signIn(id?: string) {
  return signInClient(server, id ?? (await server.createMember({})).id);
}
type Client = Awaited<ReturnType<typeof signIn>>;
async function linkOf(client: Client): Promise<string> {
  server.clock.advance(MINUTE_MS);
  await client.renew();
  await client.confirm('export_data');
  const [mail] = await messagesOf(server, async () => {
    expect((await client.call('POST', '/me/data-export')).status).toBe(204);
  });
  return /settings#data_export=([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? '';
}
const download = (client: Client, code: string) =>
  client.call('POST', '/me/data-export/download', { code });

// @proves 12.67 12.68 12.69 7.89 7.90
test('is a ZIP with everything the member has, once, by the mailed link', async () => {
  const buyer = await createPassportClient(server, { firstName: '花子' });
  const { id } = await buyer.buyPaid();
  await server.sendNotification(buyer.id, {
    title: { ja: 'お知らせ', en: 'News' },
    body: { ja: '本文', en: 'Text' },
    externalLink: null,
    publishedAt: new Date(server.clock.now().getTime() + 1),
  });
  const client = await signIn(buyer.id);
  const code = await linkOf(client);
  await server.trustBrowser(buyer.id, { userAgent: 'Chrome/140.0' });
  const answer = await download(client, code);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('application/zip');
  expect(answer.headers.get('content-disposition')).toMatch(
    /^attachment; filename="member-\d{10}-\d{4}-\d{2}-\d{2}\.zip"$/,
  );
  const files = unzipSync(answer.body);
  const json = (name: string) => JSON.parse(new TextDecoder().decode(files[name]));
  expect(json('profile.json')).toMatchObject([{ firstName: '花子', email: buyer.email }]);
  expect(json('trusted-browsers.json')).toMatchObject([{ userAgent: 'Chrome/140.0' }]);
  expect(json('notifications.json').at(-1)).toMatchObject({ title: { ja: 'お知らせ' } });
  const exported = expect.objectContaining({ kind: 'data_exported' });
  expect(json('activities.json')).toContainEqual(exported);
  const [passport] = json('passports.json');
  expect(passport).toMatchObject({ id, price: 9800, paymentStatus: 'paid' });
  // A WebP file begins with RIFF.
  const photo = files[`photos/${passport.photoId}.webp`];
  expect(new TextDecoder().decode(photo?.slice(0, 4))).toBe('RIFF');
  expect(Object.keys(files)).toEqual(expect.arrayContaining(FILES));
  expect(Object.keys(files).join()).not.toMatch(/hash|secret/i);
  for (const content of Object.values(files)) {
    expect(new TextDecoder().decode(content)).not.toMatch(/hash|secret|publicKey|thumbprint/i);
  }
  const [device] = json('devices.json');
  expect(Object.keys(device)).toEqual(expect.arrayContaining(['userAgent', 'network', 'country']));
  expect(refusal(await download(client, code))).toEqual(GONE);
});

// @proves 12.67
test('needs a step-up, and is mailed at most three times in a day', async () => {
  const client = await signIn();
  const ask = () => client.call('POST', '/me/data-export');
  expect(refusal(await ask())).toEqual([403, 'user.step_up_required']);
  for (let times = 0; times < 3; times += 1) {
    await client.confirm('export_data');
    expect((await ask()).status).toBe(204);
  }
  await client.confirm('export_data');
  expect(refusal(await ask())).toEqual([429, 'too_many_attempts']);
});

// @proves 12.68
test('is refused to another member, for whom the link is not spent, and after 24 hours', async () => {
  const owner = await signIn();
  const code = await linkOf(owner);
  const other = await signIn();
  expect(refusal(await download(other, code))).toEqual(GONE);
  expect((await download(owner, code)).status).toBe(200);
  const late = await linkOf(owner);
  server.clock.advance(DAY_MS);
  const later = await signIn(owner.memberId);
  expect(refusal(await download(later, late))).toEqual(GONE);
});

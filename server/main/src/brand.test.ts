import { storeTermsVersion } from '@portal/server-members/terms';
import { sharedServer, startTestServer } from '@portal/server-testing';
import { signInClient } from '@portal/server-testing/account-client';
import { createPassportClient, type PassportClient } from '@portal/server-testing/passports';
import { readBrand } from '@portal/shared-brand/read/read-brand';
import { EXAMPLE_BRAND } from '@portal/shared-brand/testing/example-brand';

const brand = readBrand({ BRAND: EXAMPLE_BRAND });
const server = sharedServer({ config: { brand, callsPerMinute: 100_000 } });
let hanako: PassportClient;
beforeAll(async () => {
  hanako = await createPassportClient(server);
});

// @proves 16.68 7.69
test("members choose among the brand's designs, in its order and by its names", async () => {
  const { body } = await hanako.call('GET', '/passports/designs');
  expect(body.data).toEqual([
    { id: 'river', name: { ja: 'かわせみ', en: 'Kingfisher' } },
    { id: 'waves', name: { ja: '川波', en: 'Ripples' } },
    { id: 'mountain', name: { ja: '山', en: 'Mountain' } },
  ]);
  expect((await order('river')).body.data.design_id).toBe('river');
  expect((await order('swallows')).body.error).toBe('ap_passport.design_id.required');
});

// @proves 16.69
test("a picture of the brand is served to everybody, with the brand's accent for currentColor", async () => {
  const answer = await picture('river');
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('image/svg+xml');
  expect(answer.headers.get('cache-control')).toBe(
    'public, max-age=3600, stale-while-revalidate=31536000',
  );
  expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
  const river = await answer.text();
  expect(river).toBe(brand.designs?.pictures.river);
  expect(await (await picture('waves.wide')).text()).toBe(brand.designs?.pictures['waves.wide']);
  for (const id of ['river.wide', 'lake', '__proto__', 'river.svg']) {
    expect(await (await picture(id)).text()).toBe(river);
  }
});

// @proves 16.73
test('members agree to the version of the terms of the brand, which says what is new', async () => {
  const { terms } = brand;
  if (!terms) throw new Error('The brand has no terms');
  expect(await storeTermsVersion(server.context, terms)).toBe('2026-11-02');
  expect((await hanako.call('GET', '/passports')).body.error).toBe('user.terms_outdated');
  const { body } = await hanako.call('GET', '/terms');
  // What is new in the portal's own versions is not told.
  expect(body.data).toEqual([
    { version: '2026-11-02', in_force_from: '2026-11-01T15:00:00.000Z', changes: terms.changes },
  ]);
  const older = { ...terms, version: '2025-12-01', changes: [] };
  expect(await storeTermsVersion(server.context, older)).toBe('2026-11-02');
});

// @proves 12.502
test("the text of the brand's terms is kept for the day on which the next version comes", async () => {
  const { terms } = brand;
  if (!terms) throw new Error('The brand has no terms');
  const { en } = terms.texts;
  const next = {
    ...terms,
    version: '2026-11-20',
    texts: { ...terms.texts, en: { ...en, opening: `Welcome. ${en.opening}` } },
  };
  const later = await startTestServer({ config: { brand: { ...brand, terms: next } } });
  await storeTermsVersion(later.context, terms);
  expect(await storeTermsVersion(later.context, next)).toBe('2026-11-20');
  const changesSince = async (termsAcceptedVersion: string) => {
    const { id } = await later.createMember({ termsAcceptedVersion });
    return (await (await signInClient(later, id)).call('GET', '/me/terms-changes/en')).body.data;
  };
  expect(await changesSince('2026-11-02')).toMatchObject({
    compared: true,
    opening: [
      { change: 'added', text: 'Welcome. ' },
      { change: 'kept', text: en.opening },
    ],
  });
  // What the portal's own version said is not the operator's.
  expect(await changesSince('2026-11-01')).toMatchObject({ compared: false });
  await later.close();
});

const picture = (id: string) =>
  server.api.fetch(new Request(`http://localhost:4302/passports/designs/${id}`));
const order = async (design_id: string) =>
  hanako.call('POST', '/passports', await hanako.order({ design_id, kind_id: 'year' }));

import { layout } from '@portal/server-platform/pages/layout';
import { readBrand } from '@portal/shared-brand/read/read-brand';
import { EXAMPLE_BRAND } from '@portal/shared-brand/testing/example-brand';

const frame = (brand = readBrand({ BRAND: EXAMPLE_BRAND })) =>
  ({ locale: 'en', brand, portalOrigin: 'http://localhost:4300', nonce: 'n' }) as const;
const pageOf = async (brand?: ReturnType<typeof readBrand>) =>
  String(await layout(frame(brand), { heading: 'Sign in', body: '' as never }));

// @proves 16.60 16.61
test('a page of the identity provider has the name, the colors and the pictures of the brand', async () => {
  const page = await pageOf();
  expect(page).toContain('<title>Sign in · Kawasemi Club</title>');
  expect(page).toMatch(/<style nonce="n">.*html\{--colors-paper:#f1f7f7;/s);
  expect(page).toMatch(/html:not\(\[data-theme=light\]\)\{[^}]*--colors-accent:#7fd6dc/);
  expect(page).toMatch(/<svg class="brand-mark".*<span>Kawasemi Club<\/span>/s);
  expect(page).toContain('--brand-logo:url("data:image/svg+xml,%3Csvg');
  expect(page).toMatch(/<link rel="icon" type="image\/svg\+xml" href="data:image\/svg\+xml,%3Csvg/);
});

test('a page of the demo brand has its own colors alone', async () => {
  const page = await pageOf(readBrand({}));
  expect(page).not.toContain('brand-logo');
  expect(page).not.toContain('html{--colors');
});

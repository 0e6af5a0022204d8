import { LOCALES } from '@portal/shared-contract';
import { RouterProvider } from '@portal/shared-routing';
import { createMemoryRouter } from '@portal/shared-routing/memory-router';
import { screen } from '@testing-library/react';
import * as ui from '../index.ts';
import * as forms from '../lazy/forms.ts';
import { renderUi } from '../testing/render.tsx';
import { Components, samplesOf, WHOLE_PAGES } from './components.tsx';

const isComponent = ([name, value]: [string, unknown]) =>
  /^[A-Z][a-z]/.test(name) && typeof value === 'function';

// @proves 14.520
test('every component of shared-ui and of its forms is on the page, or is a page itself', () => {
  const exported = [...Object.entries(ui), ...Object.entries(forms)].filter(isComponent);
  const shown = [...Object.keys(samplesOf((_ja, en) => en)), ...WHOLE_PAGES];
  expect(shown.sort()).toEqual(exported.map(([name]) => name).sort());
});

// @proves 14.520
test.each(LOCALES)('the page draws each of them in %s', async (locale) => {
  const router = createMemoryRouter([{ path: '*', Component: Components }], {
    initialEntries: [locale === 'en' ? '/en/components' : '/components'],
  });
  await renderUi(<RouterProvider router={router} />, locale);
  for (const name of Object.keys(samplesOf((_ja, en) => en))) {
    expect(await screen.findByRole('region', { name })).toBeVisible();
  }
});

import { Dialog } from '@ark-ui/react';
import { PGlite } from '@electric-sql/pglite';
import { setupI18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { I18nProvider } from '@lingui/react';
import { Trans } from '@lingui/react/macro';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Hono } from 'hono';
import { atom, createStore } from 'jotai';
import * as oauth from 'oauth4webapi';
import { ofetch } from 'ofetch';
import { createMemoryRouter, Form, RouterProvider, useActionData } from 'react-router-dom';
import * as v from 'valibot';

test('pglite in jsdom', async () => {
  const db = new PGlite();
  const r = await db.query('select 1 as one, $1::text as t', ['あ']);
  expect(r.rows).toEqual([{ one: 1, t: 'あ' }]);
  await db.close();
}, 60000);
test('hono + request', async () => {
  const app = new Hono().post('/x', async (c) => c.json({ got: await c.req.json() }));
  const res = await app.fetch(
    new Request('http://localhost/x', {
      method: 'POST',
      body: JSON.stringify({ a: 1 }),
      headers: { 'content-type': 'application/json' },
    }),
  );
  expect(await res.json()).toEqual({ got: { a: 1 } });
  const h = await crypto.subtle.digest('SHA-256', new TextEncoder().encode('x'));
  expect(new Uint8Array(h).length).toBe(32);
  expect(oauth.generateRandomCodeVerifier().length).toBe(43);
  expect(createStore().get(atom(1))).toBe(1);
  expect(v.is(v.string(), 'x')).toBe(true);
  expect(typeof ofetch).toBe('function');
  expect(Dialog.Root).toBeTruthy();
  expect(msg`Hello`.message).toBe('Hello');
  setTimeout(() => {}, 5).unref();
});
function Page() {
  const d = useActionData() as { name?: string } | undefined;
  return (
    <Form method="post">
      <label>
        Name <input name="name" />
      </label>
      <button type="submit">
        <Trans>Send</Trans>
      </button>
      <p>{d?.name}</p>
    </Form>
  );
}
test('router form', async () => {
  const i18n = setupI18n({ locale: 'en', messages: { en: {} } });
  const router = createMemoryRouter([
    {
      path: '/',
      Component: Page,
      action: async ({ request }) => ({ name: (await request.formData()).get('name') }),
    },
  ]);
  render(
    <I18nProvider i18n={i18n}>
      <RouterProvider router={router} />
    </I18nProvider>,
  );
  await userEvent.type(screen.getByLabelText('Name'), 'Hanako');
  await userEvent.click(screen.getByRole('button', { name: 'Send' }));
  expect(await screen.findByText('Hanako')).toBeVisible();
  expect(import.meta.url).toMatch(/^file:/);
  expect(import.meta.dirname).toBe(__dirname);
});

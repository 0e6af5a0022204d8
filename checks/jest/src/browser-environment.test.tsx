import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Hono } from 'hono';
import { createMemoryRouter, Form, RouterProvider, useActionData } from 'react-router-dom';

test("a screen's request reaches a handler of the server without a network", async () => {
  const app = new Hono().post('/me', async (context) => context.json(await context.req.json()));
  const request = new Request(new URL('/me', window.location.href), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ last_name: '山田' }),
    signal: new AbortController().signal,
  });
  const answer = await app.fetch(request);
  expect(await answer.json()).toEqual({ last_name: '山田' });
});

test('a submitted form reaches the action of its route', async () => {
  function Page() {
    const answer = useActionData() as { name: string } | undefined;
    return (
      <Form method="post">
        <label>
          Name <input name="name" />
        </label>
        <button type="submit">Send</button>
        <output>{answer?.name}</output>
      </Form>
    );
  }
  const router = createMemoryRouter([
    {
      path: '/',
      Component: Page,
      action: async ({ request }) => ({ name: (await request.formData()).get('name') }),
    },
  ]);
  render(<RouterProvider router={router} />);
  await userEvent.type(screen.getByLabelText('Name'), 'Hanako');
  await userEvent.click(screen.getByRole('button', { name: 'Send' }));
  expect(await screen.findByText('Hanako')).toBeVisible();
});

test('fetch and event listeners accept the same abort signal', () => {
  const heard: string[] = [];
  const controller = new AbortController();
  window.addEventListener('focus', () => heard.push('focus'), { signal: controller.signal });
  window.dispatchEvent(new Event('focus'));
  controller.abort();
  window.dispatchEvent(new Event('focus'));
  expect(heard).toEqual(['focus']);
});

test('Web Crypto computes hashes as in a browser', async () => {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode('verifier'));
  expect(new Uint8Array(digest)).toHaveLength(32);
});

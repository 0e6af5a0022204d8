import { RouterProvider } from '@portal/shared-routing';
import { createMemoryRouter } from '@portal/shared-routing/memory-router';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Button, LinkButton } from './button.tsx';
import { renderUi } from './testing/render.tsx';

test('ignores clicks while busy, reports aria-busy, and keeps its focus and label', async () => {
  let pressed = 0;
  let submitted = 0;
  const form = (busy: boolean) => (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        submitted += 1;
      }}
    >
      <input aria-label="Name" />
      <Button type="submit" busy={busy} onClick={() => (pressed += 1)}>
        Save
      </Button>
    </form>
  );
  const { rerender } = await renderUi(form(false));
  const button = screen.getByRole('button', { name: 'Save' });
  await userEvent.click(button);
  expect([pressed, submitted]).toEqual([1, 1]);

  rerender(form(true));
  expect(button).toHaveFocus();
  expect(button).toHaveAttribute('aria-busy', 'true');
  expect(button).toHaveAttribute('aria-disabled', 'true');
  expect(button).toHaveAccessibleName('Save');
  await userEvent.click(button);
  await userEvent.type(screen.getByLabelText('Name'), 'x{Enter}');
  expect([pressed, submitted]).toEqual([1, 1]);
});

test('a link button keeps the language of the page', async () => {
  const router = createMemoryRouter(
    [{ path: '*', element: <LinkButton to="/account">Account</LinkButton> }],
    { initialEntries: ['/en/my-page'] },
  );
  await renderUi(<RouterProvider router={router} />);
  expect(screen.getByRole('link', { name: 'Account' })).toHaveAttribute('href', '/en/account');
});

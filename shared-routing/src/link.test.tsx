import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Link } from './link.tsx';
import { createMemoryRouter } from './memory-router.ts';
import { RouterProvider } from './router.ts';

function open(link: React.ReactElement) {
  const router = createMemoryRouter(
    [
      { path: '/', element: link },
      { path: '/account', element: null },
    ],
    { initialEntries: ['/'] },
  );
  render(<RouterProvider router={router} />);
  return { router, link: screen.getByRole('link', { name: 'Account' }) };
}

it('leads to its address without a load of the page', async () => {
  const { router, link } = open(<Link to="/account?from=menu#top">Account</Link>);
  expect(link.getAttribute('href')).toBe('/account?from=menu#top');
  await userEvent.click(link);
  const { pathname, search, hash } = router.state.location;
  expect(pathname + search + hash).toBe('/account?from=menu#top');
});

it('leaves a click with a key, and one that its own handler has used, alone', async () => {
  const { router, link } = open(
    <Link to="/account" onClick={(event) => event.shiftKey && event.preventDefault()}>
      Account
    </Link>,
  );
  const user = userEvent.setup();
  // The browser opens another tab, which jsdom does not.
  const opened: boolean[] = [];
  window.addEventListener('click', (event) => {
    opened.push(!event.defaultPrevented);
    event.preventDefault();
  });
  await user.keyboard('{Control>}');
  await user.click(link);
  await user.keyboard('{/Control}{Shift>}');
  await user.click(link);
  expect(opened).toEqual([true, false]);
  expect(router.state.location.pathname).toBe('/');
});

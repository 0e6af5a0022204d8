import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ReactElement, useEffect } from 'react';
import { createBrowserRouter } from './browser-router.ts';
import { createFirstPageRouter, type FirstPageParts } from './first-page-router.ts';
import { Link } from './link.tsx';
import {
  Outlet,
  type RouteObject,
  RouterProvider,
  replace,
  useBlocker,
  useLoaderData,
  useLocation,
  useMatches,
  useNavigation,
  useRouteError,
} from './router.ts';

const mounted = jest.fn();
const loaded = jest.fn();

function Frame(): ReactElement {
  const { pathname, search, hash } = useLocation();
  const names = useMatches().map(({ id }) => id);
  return (
    <>
      <output>{`${pathname}${search}${hash} ${names.join(' ')} ${useNavigation().state}`}</output>
      <Link to="/second?a=1#b">Second</Link>
      <Link to="/third">Third</Link>
      <Outlet />
    </>
  );
}

function First(): ReactElement {
  useEffect(() => mounted(), []);
  return (
    <>
      <h1>{useLoaderData<string>()}</h1>
      <input aria-label="Name" />
    </>
  );
}

function Unsaved(): ReactElement {
  const blocker = useBlocker(({ nextLocation }) => nextLocation.pathname !== '/unsaved');
  return (
    <>
      <h1>Unsaved</h1>
      {blocker.state === 'blocked' && (
        <button type="button" onClick={() => blocker.proceed()}>
          Leave
        </button>
      )}
    </>
  );
}

function Failed(): ReactElement {
  return <h1>{(useRouteError() as Error).message}</h1>;
}

function Later(): ReactElement {
  return <h1>{useLoaderData<string>()}</h1>;
}

const page = (path: string, rest: Partial<RouteObject> = {}): RouteObject =>
  ({
    id: path,
    path,
    loader: () => {
      loaded(path);
      return `Page ${path}`;
    },
    element: <Later />,
    errorElement: <Failed />,
    hydrateFallbackElement: <h1>Loading</h1>,
    ...rest,
  }) as RouteObject;

type Opened = ReturnType<typeof createFirstPageRouter> & {
  /** Lets the file with the whole router come, or fail. */
  readonly comes: (error?: Error) => Promise<void>;
  readonly left: jest.Mock;
};

/** Opens a page, or that of the address. */
function open(
  path?: string,
  pages: readonly RouteObject[] = [],
  learn: FirstPageParts['patchRoutesOnNavigation'] = () => {},
): Opened {
  if (path) window.history.pushState(null, '', path);
  const file = Promise.withResolvers<{ createBrowserRouter: typeof createBrowserRouter }>();
  const left = jest.fn();
  const first = createFirstPageRouter({
    root: {
      id: 'root',
      element: <Frame />,
      errorElement: <Failed />,
      children: [
        page('/first', { element: <First /> }),
        page('/second'),
        page('/third'),
        page('/unsaved', { element: <Unsaved /> }),
        ...pages,
        page('/*', {
          loader: () => {
            throw new Error('Not found');
          },
        }),
      ],
    },
    patchRoutesOnNavigation: learn,
    load: () => file.promise,
    leave: left,
  });
  render(<RouterProvider router={first.router} />);
  return {
    ...first,
    left,
    async comes(error) {
      if (error) file.reject(error);
      else file.resolve({ createBrowserRouter });
      await act(async () => void (await first.handOver()));
    },
  };
}

const heading = (name: string) => screen.findByRole('heading', { name });
const shows = (text: string) =>
  waitFor(() => expect(screen.getByRole('status')).toHaveTextContent(text));

beforeEach(() => {
  mounted.mockClear();
  loaded.mockClear();
  jest.spyOn(window, 'addEventListener');
});
afterEach(() => {
  // A router follows the history as long as its page lives.
  for (const [type, listener] of jest.mocked(window.addEventListener).mock.calls) {
    if (type === 'popstate') window.removeEventListener(type, listener as EventListener);
  }
  jest.restoreAllMocks();
});

describe('a first page', () => {
  // @proves 7.774
  test('is shown without the whole router, and keeps what was typed when it comes', async () => {
    const { comes, router } = open('/first?q=1#f');
    await heading('Page /first');
    await shows('/first?q=1#f root /first idle');
    const field = screen.getByLabelText('Name');
    await userEvent.type(field, 'Hana');
    await comes();
    await userEvent.keyboard('ko');
    await act(() => router.revalidate());
    expect(screen.getByLabelText('Name')).toBe(field);
    expect(field).toHaveFocus();
    expect(field).toHaveValue('Hanako');
    expect(mounted).toHaveBeenCalledTimes(1);
    // By the first page, and by the revalidation.
    expect(loaded.mock.calls).toEqual([['/first'], ['/first']]);
  });

  // @proves 7.774
  test.each([
    ['returns', (to: Response) => to],
    [
      'throws',
      (to: Response) => {
        throw to;
      },
    ],
  ])('leads on where its loader %s a redirect, without an entry in the history', async (_, how) => {
    const loader = () => how(replace('/second?x=1#y'));
    const entries = window.history.length;
    const { comes } = open('/leads', [page('/leads', { loader })]);
    await heading('Page /second');
    await shows('/second?x=1#y root /second idle');
    expect(window.location.pathname).toBe('/second');
    expect(window.history.length).toBe(entries + 1);
    await comes();
    expect(loaded.mock.calls).toEqual([['/second']]);
  });
});

describe('before the whole router has come', () => {
  // @proves 7.774
  test('a press on a link waits for it, and the last one counts', async () => {
    const { comes } = open('/first');
    await heading('Page /first');
    await userEvent.click(screen.getByText('Third'));
    await userEvent.click(screen.getByText('Second'));
    await shows('/first root /first loading');
    await comes();
    expect(await heading('Page /second')).toBeVisible();
    await shows('/second?a=1#b root /second idle');
    await act(async () => window.history.back());
    expect(await heading('Page /first')).toBeVisible();
  });

  // @proves 7.774
  test('a page with unsaved input asks before a link leaves it', async () => {
    const { comes } = open('/unsaved');
    await heading('Unsaved');
    await userEvent.click(screen.getByText('Third'));
    await comes();
    await userEvent.click(await screen.findByRole('button', { name: 'Leave' }));
    expect(await heading('Page /third')).toBeVisible();
  });

  // @proves 7.774
  test('Back within the document is made by the whole router, which asks first', async () => {
    window.history.pushState({ idx: 4, key: 'a' }, '', '/second');
    window.history.pushState({ idx: 5, key: 'b' }, '', '/unsaved');
    const { comes } = open();
    await heading('Unsaved');
    await act(async () => window.history.back());
    await comes();
    const leave = await screen.findByRole('button', { name: 'Leave' });
    expect(window.location.pathname).toBe('/unsaved');
    await userEvent.click(leave);
    expect(await heading('Page /second')).toBeVisible();
  });
});

describe('where the whole router does not come', () => {
  // @proves 7.775
  test('the browser loads what a link leads to', async () => {
    const { comes, left } = open('/first');
    await heading('Page /first');
    await userEvent.click(screen.getByText('Second'));
    await comes(new Error('ChunkLoadError'));
    await waitFor(() => expect(left.mock.calls[0]?.[0]).toBe('/second?a=1#b'));
    await shows('/first root /first idle');
  });
});

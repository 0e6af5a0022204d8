/**
 * The router facade: the only module of the portal that names react-router-dom. One list of the
 * pieces in use, so that the router is one shared singleton between separately built remotes and
 * what nobody uses is left out of the build.
 */

export type {
  ActionFunction,
  ActionFunctionArgs,
  DataRouter,
  LinkProps,
  LoaderFunction,
  LoaderFunctionArgs,
  Location,
  NavigateFunction,
  NavLinkProps,
  PatchRoutesOnNavigationFunction,
  RouteObject,
  ShouldRevalidateFunction,
  UIMatch,
} from 'react-router-dom';
export {
  Await,
  createBrowserRouter,
  createMemoryRouter,
  data,
  Form,
  isRouteErrorResponse,
  Link,
  matchPath,
  Navigate,
  NavLink,
  Outlet,
  RouterProvider,
  redirect,
  replace,
  ScrollRestoration,
  useActionData,
  useAsyncError,
  useBeforeUnload,
  useBlocker,
  useFetcher,
  useLoaderData,
  useLocation,
  useMatches,
  useNavigate,
  useNavigation,
  useParams,
  useRevalidator,
  useRouteError,
  useRouteLoaderData,
  useSearchParams,
  useSubmit,
} from 'react-router-dom';

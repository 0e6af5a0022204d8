/**
 * The router facade: beside the routers themselves (browser-router.ts, memory-router.ts) the only module
 * of the portal that names react-router-dom. One list of the pieces in use, so that the router is one shared singleton between separately built remotes and
 * what nobody uses is left out of the build.
 */

export type {
  ActionFunction,
  ActionFunctionArgs,
  DataRouter,
  LoaderFunction,
  LoaderFunctionArgs,
  Location,
  NavigateFunction,
  PatchRoutesOnNavigationFunction,
  RouteObject,
  ShouldRevalidateFunction,
  UIMatch,
} from 'react-router-dom';
export {
  data,
  isRouteErrorResponse,
  Navigate,
  Outlet,
  RouterProvider,
  redirect,
  replace,
  ScrollRestoration,
  UNSAFE_DataRouterStateContext as DataRouterStateContext,
  UNSAFE_LocationContext as LocationContext,
  useBeforeUnload,
  useBlocker,
  useHref,
  useLinkClickHandler,
  useLoaderData,
  useLocation,
  useMatches,
  useNavigate,
  useNavigation,
  useNavigationType,
  useOutlet,
  useRevalidator,
  useRouteError,
} from 'react-router-dom';

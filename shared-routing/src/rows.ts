import type { MessageDescriptor } from '@lingui/core';
import type { Locale, MenuPlace, MenuRow } from '@portal/shared-contract';
import type { Catalog } from '@portal/shared-i18n';
import type { ComponentType } from 'react';
import type { ActionFunction, LoaderFunction, ShouldRevalidateFunction } from './router.ts';

/** Who may see a route. `user-verification`: a member with an unverified address. */
export type Guard = 'public' | 'session' | 'user-verification';
/** `default`: header, menu, footer. `empty`: the logo and the page. */
export type Layout = 'default' | 'empty';

/** What the screen is to a visit, by which it has its budget (delivery/model/src/gate/budget.ts). */
export type ScreenKind = 'first' | 'form' | 'gallery';

/** The guard of a row that names none: a forgotten guard shows the screen to nobody without a session. */
export const DEFAULT_GUARD: Guard = 'session';
/** The kind of a row that names none, which has the smallest budget. */
export const DEFAULT_KIND: ScreenKind = 'first';
/** The layout of a row that names none. */
export const DEFAULT_LAYOUT: Layout = 'default';

/** A screen's module: what a row's `lazy` answers. */
export type Screen = {
  Component: ComponentType;
  loader?: LoaderFunction;
  action?: ActionFunction;
  ErrorBoundary?: ComponentType;
  shouldRevalidate?: ShouldRevalidateFunction;
};

/** A screen's entry in the side menu. What it does not say follows from the row. */
export type MenuEntry = MenuPlace &
  Pick<MenuRow, 'audience' | 'foot' | 'tab'> & {
    /** Made by `msg`; by default the screen's title. */
    readonly title?: MessageDescriptor;
    /** Small words behind it, made by `msg`. */
    readonly caption?: MessageDescriptor;
  };

/** One screen. The path is the bare one (Japanese); the shell adds its `/en` twin. */
export type RouteRow = {
  /** React Router syntax: `/my-page/notifications/:id`. */
  readonly path: `/${string}`;
  readonly guard?: Guard;
  readonly layout?: Layout;
  readonly kind?: ScreenKind;
  /** The page's title, made by `msg`; the shell adds the brand. */
  readonly title: MessageDescriptor;
  /** Checks the session with the identity provider before the screen shows. */
  readonly forceSessionCheck?: boolean;
  /**
   * GET paths of the API, with query, that this screen's loader asks for first. The page starts them
   * before any script has arrived; `call()` takes the answer instead of asking again.
   */
  readonly early?: readonly string[];
  /** Gives the screen an entry in the side menu. */
  readonly menu?: MenuEntry;
  /** A screen of our own identity provider: where members sign in at another one, its address leads away. */
  readonly ownProvider?: true;
  /**
   * Keeps the screen in the document when the member goes on, so that a return shows it at once. Only for a screen
   * that members read: no form, no step of a flow, no code or secret, nothing on which they decide about their sign-in.
   */
  readonly keepAlive?: true;
  /** Must read `() => import('./screens/….tsx')`: the build finds the screen's files by it. */
  readonly lazy: () => Promise<Screen>;
};

/** All that a remote exposes, as `./routes`. */
export type RemoteRoutes = {
  readonly rows: readonly RouteRow[];
  /** What members call the remote, for the error screen in its place. */
  readonly title: MessageDescriptor;
  /** All of the remote's own texts, where no build has put them beside scripts. */
  readonly loadCatalog: (locale: Locale) => Promise<Catalog>;
};

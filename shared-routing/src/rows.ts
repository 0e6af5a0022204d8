import type { MessageDescriptor } from '@lingui/core';
import type { Locale, MenuPlace, MenuRow } from '@portal/shared-contract';
import type { Catalog } from '@portal/shared-i18n';
import type { ComponentType } from 'react';
import type { ActionFunction, LoaderFunction, ShouldRevalidateFunction } from './router.ts';

/** Who may see a route. `user-verification`: a member with an unverified address (product §2.55). */
export type Guard = 'public' | 'session' | 'user-verification';
/** `default`: header, menu, footer. `empty`: the logo and the page. */
export type Layout = 'default' | 'empty';

/** The guard of a row that names none: a forgotten guard shows the screen to nobody without a session. */
export const DEFAULT_GUARD: Guard = 'session';
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
  Pick<MenuRow, 'audience' | 'foot'> & {
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
  /** The page's title, made by `msg`; the shell adds the brand. */
  readonly title: MessageDescriptor;
  /** Checks the session with the identity provider before the screen shows (product §2.17). */
  readonly forceSessionCheck?: boolean;
  /**
   * GET paths of the API, with query, that this screen's loader asks for first. The page starts them
   * before any script has arrived; `call()` takes the answer instead of asking again.
   */
  readonly early?: readonly string[];
  /** Gives the screen an entry in the side menu (product §7.225). */
  readonly menu?: MenuEntry;
  /**
   * A screen of our own identity provider (password, second steps, passkeys, LINE, sign-up). Where members
   * sign in at another one, its address leads away (product §10.166).
   */
  readonly ownProvider?: true;
  /** Must read `() => import('./screens/….tsx')`: the build finds the screen's files by it. */
  readonly lazy: () => Promise<Screen>;
};

/** All that a remote exposes, as `./routes`. */
export type RemoteRoutes = {
  readonly rows: readonly RouteRow[];
  /** What members call the remote, for the error screen in its place (product §7.226). */
  readonly title: MessageDescriptor;
  /** The remote's own texts; loaded beside its code. */
  readonly loadCatalog: (locale: Locale) => Promise<Catalog>;
};

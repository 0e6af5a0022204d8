import type { MessageDescriptor } from '@lingui/core';
import type { Locale } from '@portal/shared-contract';
import { localizedPath } from '@portal/shared-i18n';
import type { Layout, RouteObject, RouteRow, Screen } from '@portal/shared-routing';
import type { ReactElement } from 'react';
import { ScreenBoundary } from '../errors/screen-boundary.tsx';
import { PageSkeleton } from '../frame/page-skeleton.tsx';
import type { SessionGate } from '../session/gate.ts';
import { verdictOf } from './guard.ts';
import { GuardedScreen } from './guarded-screen.tsx';

/** What the frame knows of the route being shown. */
export type RouteHandle = {
  readonly layout: Layout;
  /** Left out where the screen names itself: unknown addresses, broken rooms. */
  readonly title?: MessageDescriptor;
  /** The remote whose screen this is; the shell's own have none. */
  readonly remote?: string;
};

export type ScreenDeps = {
  readonly gate: SessionGate;
  /** Makes the shell's texts available in a language. */
  readonly loadCatalog: (locale: Locale) => Promise<void>;
};

/** A row as a React Router route in one language. Its code and texts arrive with its first visit. */
export function screenRoute(
  row: RouteRow,
  locale: Locale,
  deps: ScreenDeps,
  remote?: string,
): RouteObject {
  const { gate, loadCatalog } = deps;
  const code = screenCode(row);
  const id = `${locale}:${row.path}`;

  return {
    id,
    path: localizedPath(row.path, locale),
    handle: {
      layout: row.layout,
      title: row.title,
      ...(remote && { remote }),
    } satisfies RouteHandle,
    loader: async (args) => {
      const [screen] = await Promise.all([
        code.load(),
        loadCatalog(locale),
        row.guard !== 'public' ? gate.settle({ force: row.forceSessionCheck === true }) : undefined,
      ]);
      if (row.guard === 'user-verification' && gate.facts().signedIn) await gate.loadMember();
      // Without a session there is no data to ask for; the screen's place says where one is going.
      if (verdictOf(row.guard, gate.facts()) !== 'show' || !screen.loader) return null;
      return screen.loader(args);
    },
    action: async (args) => {
      const screen = await code.load();
      if (!screen.action) throw new Error(`${row.path} has no action.`);
      return screen.action(args);
    },
    shouldRevalidate: (args) =>
      code.loaded()?.shouldRevalidate?.(args) ?? args.defaultShouldRevalidate,
    // Keyed: one screen's place is never taken for another's.
    element: <ScreenPlace key={id} row={row} code={code} gate={gate} />,
    errorElement: <ScreenErrorPlace key={id} code={code} />,
    hydrateFallbackElement: <PageSkeleton />,
  };
}

type ScreenCode = { load(): Promise<Screen>; loaded(): Screen | undefined };

type PlaceProps = {
  readonly row: RouteRow;
  readonly code: ScreenCode;
  readonly gate: SessionGate;
};

function ScreenPlace({ row, code, gate }: PlaceProps): ReactElement | null {
  const screen = code.loaded();
  return screen ? <GuardedScreen guard={row.guard} gate={gate} screen={screen.Component} /> : null;
}

function ScreenErrorPlace({ code }: Pick<PlaceProps, 'code'>): ReactElement {
  const Own = code.loaded()?.ErrorBoundary;
  return Own ? <Own /> : <ScreenBoundary />;
}

/** The row's module, fetched once; a failed fetch is tried again by the next visit. */
function screenCode(row: RouteRow): ScreenCode {
  let loading: Promise<Screen> | undefined;
  let screen: Screen | undefined;
  return {
    loaded: () => screen,
    async load() {
      loading ??= row.lazy();
      try {
        screen = await loading;
        return screen;
      } catch (error) {
        loading = undefined;
        throw error;
      }
    },
  };
}

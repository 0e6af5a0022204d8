import { I18nProvider } from '@lingui/react';
import type { Locale } from '@portal/shared-contract';
import { isOtherProvider } from '@portal/shared-contract/other-provider';
import { localizedPath, textsOf } from '@portal/shared-i18n';
import {
  DEFAULT_GUARD,
  DEFAULT_LAYOUT,
  type Guard,
  href,
  type LoaderFunctionArgs,
  type RouteObject,
  type RouteRow,
  redirect,
  type Screen,
} from '@portal/shared-routing';
import { type ComponentType, useEffect } from 'react';
import { ScreenBoundary } from '../errors/screen-boundary.tsx';
import { PageSkeleton } from '../page/page-skeleton.tsx';
import type { RouteHandle } from '../page/route-handle.ts';
import { stage } from '../revisits/screens.tsx';
import { decideGuard } from '../session/guard.ts';
import type { SessionGuard } from '../session/session-guard.ts';
import { reportStage } from '../telemetry/report-stage.ts';
import { codeHasRun, codeRuns } from '../telemetry/running-code.ts';
import { GuardedScreen } from './guarded-screen.tsx';
import type { MemberFailure } from './missing-member.tsx';
import type { ViewDeadline } from './view-deadline.ts';

export type ScreenDeps = {
  readonly session: SessionGuard;
  /** Makes the shell's texts available in a language. */
  readonly loadTexts: (locale: Locale) => Promise<void>;
  readonly deadline: Pick<ViewDeadline, 'within'>;
};

/** A row as a React Router route in one language. Its code and texts arrive with its first visit. */
export function screenRoute(
  row: RouteRow,
  locale: Locale,
  deps: ScreenDeps,
  remote?: string,
): RouteObject {
  const { session, loadTexts, deadline } = deps;
  const { guard = DEFAULT_GUARD, layout = DEFAULT_LAYOUT } = row;
  const code = screenCode(row, remote);
  const id = `${locale}:${row.path}`;

  const load = async (args: LoaderFunctionArgs) => {
    await stage.painted;
    // The settings have the link to where that is set; who is not signed in can do so at `/`.
    if (row.ownProvider && isOtherProvider()) {
      return redirect(href(guard === 'public' ? '/' : '/account/security', locale));
    }
    const [screen] = await Promise.all([
      code.load(),
      loadTexts(locale),
      guard !== 'public' && session.requireSession({ force: row.forceSessionCheck === true }),
    ]);
    const needsMember = guard === 'user-verification' && session.snapshot().signedIn;
    const member = needsMember ? await session.loadMember() : undefined;
    // Without a session there is no data to load; the guard shows something in place of the screen.
    const decision = decideGuard(guard, session.snapshot());
    if (decision === 'wait' && member && !member.ok) {
      return { memberError: member.error } satisfies MemberFailure;
    }
    return decision === 'show' && screen.loader ? screen.loader(args) : null;
  };

  return {
    id,
    path: localizedPath(row.path, locale),
    handle: {
      layout,
      guard,
      title: row.title,
      ...(remote && { remote }),
      ...(row.keepAlive && { keepAlive: row.keepAlive }),
    } satisfies RouteHandle,
    loader: (args) => deadline.within(load(args)),
    action: async (args) => {
      const screen = await code.load();
      if (!screen.action) throw new Error(`${row.path} has no action.`);
      return screen.action(args);
    },
    shouldRevalidate: (args) =>
      code.loaded()?.shouldRevalidate?.(args) ?? args.defaultShouldRevalidate,
    // Keyed, so that React keeps no state from one screen to the next.
    element: <ScreenPlace key={id} guard={guard} code={code} session={session} remote={remote} />,
    errorElement: <ScreenErrorPlace key={id} code={code} remote={remote} />,
    hydrateFallbackElement: <PageSkeleton />,
  };
}

type ScreenCode = { load(): Promise<Screen>; loaded(): Screen | undefined };

type PlaceProps = {
  readonly guard: Guard;
  readonly code: ScreenCode;
  readonly session: SessionGuard;
  readonly remote: string | undefined;
};

function ScreenPlace({ guard, code, session, remote }: PlaceProps) {
  const screen = code.loaded();
  // Not for a screen that throws: its effects do not run.
  useEffect(() => {
    reportStage(remote, 'shown');
    // The effects of the screen have run.
    codeHasRun(remote);
  }, [remote]);
  return screen ? (
    <GuardedScreen
      guard={guard}
      session={session}
      screen={<Own screen={screen.Component} remote={remote} />}
    />
  ) : null;
}

function ScreenErrorPlace({ code, remote }: Pick<PlaceProps, 'code' | 'remote'>) {
  const screen = code.loaded()?.ErrorBoundary;
  return screen ? <Own screen={screen} remote={remote} /> : <ScreenBoundary />;
}

type OwnProps = { readonly screen: ComponentType; readonly remote: string | undefined };

/** What a package draws itself, with its own texts. */
function Own({ screen: Screen, remote }: OwnProps) {
  return (
    <I18nProvider i18n={textsOf(remote)}>
      <Screen />
    </I18nProvider>
  );
}

/** The row's module, fetched once; a failed fetch is tried again by the next visit. */
function screenCode(row: RouteRow, remote?: string): ScreenCode {
  let loading: Promise<Screen> | undefined;
  let screen: Screen | undefined;
  return {
    loaded: () => screen,
    async load() {
      if (!screen && remote !== undefined) codeRuns(remote);
      loading ??= row.lazy();
      try {
        screen = await loading;
        return screen;
      } catch (error) {
        loading = undefined;
        codeHasRun(remote);
        throw error;
      }
    },
  };
}

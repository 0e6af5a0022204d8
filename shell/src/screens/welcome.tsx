import { Trans } from '@lingui/react/macro';
import { authStore, isLoginAtom } from '@portal/shared-auth';
import { isOtherProvider } from '@portal/shared-contract/other-provider';
import { localeOf, withNameBreaks } from '@portal/shared-i18n';
import {
  href,
  type LoaderFunctionArgs,
  Navigate,
  redirect,
  useLocale,
  useLocation,
} from '@portal/shared-routing';
import { Banner, IconDisc, type IconName, LinkButton, PageHeading } from '@portal/shared-ui';
import type { ReactElement, ReactNode } from 'react';
import { css } from '#css';
import { SignInButton } from '../layout/sign-in-button.tsx';
import { useSignedIn, useSigningOut } from '../session/use-session.ts';
import { WelcomeArt } from './welcome-art.tsx';
import { type WelcomeState, welcomeStateOf } from './welcome-state.ts';

/** Redirects a signed-in member from `/` to /my-page (product §12). */
export function loader({ request }: LoaderFunctionArgs): Response | null {
  const locale = localeOf(new URL(request.url).pathname);
  return authStore.get(isLoginAtom) ? redirect(href('/my-page', locale)) : null;
}

/** The welcome page: what the portal is, with the buttons to sign in and to sign up. */
export function Component(): ReactElement {
  const locale = useLocale();
  const state = welcomeStateOf(useLocation().state);
  const signedIn = useSignedIn();
  const signingOut = useSigningOut();
  const { name } = window.portal.config.brand;
  const brand = withNameBreaks(name[locale]);

  // The member has signed in meanwhile, in another tab or by the silent check.
  if (signedIn && !signingOut) {
    return <Navigate replace to={state?.returnTo ?? href('/my-page', locale)} />;
  }
  return (
    <div className={place}>
      <div className={words}>
        {state && <Notice notice={state.notice} />}
        <PageHeading>
          <Trans>Welcome to {brand}</Trans>
        </PageHeading>
        <p className={lead}>
          <Trans>Your passport, your notifications and your details, all in one place.</Trans>
        </p>
        <div className={ways}>
          <SignInButton size="lg" returnTo={state?.returnTo} />
          {!isOtherProvider() && (
            <LinkButton to="/signup" variant="outline" size="lg">
              <Trans>Sign up for free</Trans>
            </LinkButton>
          )}
        </div>
        <ul className={points}>
          <Point icon="ticket" name={<Trans>Your passport on your phone</Trans>}>
            <Trans>Show it at the entrance. There is nothing to print.</Trans>
          </Point>
          <Point icon="bell" name={<Trans>News that reaches you</Trans>}>
            <Trans>Opening hours, events and news for members.</Trans>
          </Point>
          {!isOtherProvider() && (
            <Point icon="shield" name={<Trans>Safe sign-in</Trans>}>
              <Trans>Two-step verification and LINE are supported.</Trans>
            </Point>
          )}
        </ul>
      </div>
      <WelcomeArt />
    </div>
  );
}

type PointProps = {
  readonly icon: IconName;
  readonly name: ReactNode;
  readonly children: ReactNode;
};

function Point({ icon, name, children }: PointProps): ReactElement {
  return (
    <li className={point}>
      <IconDisc icon={icon} size="lg" />
      <span>
        <strong className={named}>{name}</strong>
        <span className={explained}>{children}</span>
      </span>
    </li>
  );
}

function Notice({ notice }: Pick<WelcomeState, 'notice'>): ReactElement {
  if (notice === 'signed-out') {
    return (
      <Banner tone="info">
        <Trans>You have been signed out. Please sign in again to continue.</Trans>
      </Banner>
    );
  }
  if (notice === 'sign-in-cancelled') {
    return (
      <Banner tone="info">
        <Trans>Sign-in was cancelled. You can try again whenever you like.</Trans>
      </Banner>
    );
  }
  return (
    <Banner tone="danger">
      <Trans>Sign-in could not be completed. Please try again from the sign-in button.</Trans>
    </Banner>
  );
}

const place = css({
  display: 'grid',
  gridTemplateColumns: { base: 'minmax(0, 1fr)', lg: '1.1fr 0.9fr' },
  alignItems: 'center',
  gap: { base: '6', lg: '12' },
  maxWidth: 'wide',
  mx: 'auto',
  px: '4',
  py: { base: '6', lg: '16' },
});
const words = css({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: '5',
  alignContent: 'start',
});
const lead = css({ fontSize: 'lg', color: 'ink.muted' });
const ways = css({ display: 'flex', flexWrap: 'wrap', gap: '3' });
const points = css({ display: 'grid', gap: '4', mt: '4' });
const point = css({ display: 'flex', alignItems: 'center', gap: '4' });
const named = css({ display: 'block' });
const explained = css({ display: 'block', color: 'ink.muted' });

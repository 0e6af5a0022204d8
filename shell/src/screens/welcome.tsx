import { Trans } from '@lingui/react/macro';
import { authStore, isLoginAtom } from '@portal/shared-auth';
import { isOtherProvider } from '@portal/shared-contract/other-provider';
import { localeOf, sentenceGap } from '@portal/shared-i18n';
import {
  href,
  type LoaderFunctionArgs,
  Navigate,
  redirect,
  useLocale,
  useLocation,
} from '@portal/shared-routing';
import { Banner, Icon, type IconName, LinkButton, PageHeading, Skeleton } from '@portal/shared-ui';
import { ArtPicture } from '@portal/shared-ui/art-picture';
import { type ReactNode, useEffect, useState } from 'react';
import { css } from '#css';
import { DraftNote } from '../layout/session-notice.tsx';
import { type WelcomeState, welcomeStateOf } from '../page/welcome-state.ts';
import { SignInButton } from '../session/sign-in-button.tsx';
import { useSignedIn, useSigningOut } from '../session/use-session.ts';

/** Redirects a signed-in member from `/` to /my-page. */
export function loader({ request }: LoaderFunctionArgs): Response | null {
  const locale = localeOf(new URL(request.url).pathname);
  return authStore.get(isLoginAtom) ? redirect(href('/my-page', locale)) : null;
}

/** The welcome page: what the portal is, with the buttons to sign in and to sign up. */
export function Component() {
  const locale = useLocale();
  const state = welcomeStateOf(useLocation().state);
  const signedIn = useSignedIn();
  const signingOut = useSigningOut();

  // The member has signed in meanwhile, in another tab or by the silent check.
  if (signedIn && !signingOut) {
    return <Navigate replace to={state?.returnTo ?? href('/my-page', locale)} />;
  }
  return (
    <div className={place} data-under-header={state ? undefined : ''}>
      {state && <Notice notice={state.notice} />}
      <div className={ticket}>
        <div className={face}>
          <WelcomeArt />
          <div className={words}>
            <PageHeading>
              <Trans>Any day is a good day</Trans>
            </PageHeading>
            <p className={lead}>
              <Trans>Your passport, your notifications and your details, all in one place.</Trans>
            </p>
          </div>
        </div>
        <div className={stub}>
          <SignInButton size="lg" variant="light" wide returnTo={state?.returnTo} />
          {!isOtherProvider() && (
            <LinkButton to="/signup" variant="lift" size="lg" wide>
              <Trans>Sign up for free</Trans>
            </LinkButton>
          )}
        </div>
      </div>
      <ul className={points}>
        <Point icon="ticket" name={<Trans>Just show it at the entrance</Trans>}>
          <Trans>There is nothing to print, and it works without a connection.</Trans>
        </Point>
        <Point icon="user" name={<Trans>For the whole family</Trans>}>
          <Trans>One phone shows your children’s passports, too.</Trans>
        </Point>
        {!isOtherProvider() && (
          <Point icon="shield" name={<Trans>Sign in with your face or finger</Trans>}>
            <Trans>There is no password to remember.</Trans>
          </Point>
        )}
      </ul>
    </div>
  );
}

type PointProps = {
  readonly icon: IconName;
  readonly name: ReactNode;
  readonly children: ReactNode;
};

function Point({ icon, name, children }: PointProps) {
  return (
    <li className={point}>
      <span className={mark}>
        <Icon name={icon} />
      </span>
      <span>
        <strong className={named}>{name}</strong>
        <span className={explained}>{children}</span>
      </span>
    </li>
  );
}

function Notice({ notice }: Pick<WelcomeState, 'notice'>) {
  if (notice === 'signed-out') {
    return (
      <Banner tone="info">
        <Trans>You have been signed out. Sign in again to continue.</Trans>
        {sentenceGap()}
        <DraftNote />
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
      <Trans>Sign-in could not be completed. Try again from the sign-in button.</Trans>
    </Banner>
  );
}

const place = css({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: { base: '6', lg: '10' },
  maxWidth: 'wide',
  mx: 'auto',
  px: { base: '5', lg: '8' },
  pb: '12',
});
const ticket = css({
  display: 'grid',
  gridTemplateColumns: {
    base: 'minmax(0, 1fr)',
    _lowWide: 'minmax(0, 1fr) 18rem',
    lg: 'minmax(0, 1fr) 24rem',
  },
  mx: { base: '-5', lg: '0' },
  overflow: 'hidden',
  borderBottomRadius: 'xl',
  borderTopRadius: { lg: 'xl' },
  background: 'fixed.ground',
  color: 'fixed.white',
  _forcedColors: { border: '1px solid' },
});
const face = css({
  position: 'relative',
  display: 'grid',
  alignItems: 'end',
  minHeight: { base: '29rem', _lowWide: '17rem', lg: '31rem' },
});
// The shade makes the words readable also where they take more lines than the drawn ground is high.
const words = css({
  position: 'relative',
  display: 'grid',
  gap: '2',
  px: { base: '5', lg: '9' },
  pt: '16',
  pb: { base: '6', lg: '9' },
  backgroundImage: 'linear-gradient(transparent, token(colors.fixed.ground) 5rem)',
  '& h1': { fontSize: { base: '3xl', lg: '4xl' } },
});
const lead = css({ color: 'fixed.faint' });
const stub = css({
  layerStyle: 'stub',
  display: 'grid',
  alignContent: 'center',
  gap: '3',
  px: { base: '5', lg: '8' },
  py: '6',
});
const points = css({
  display: 'grid',
  gridTemplateColumns: { base: 'minmax(0, 1fr)', lg: 'repeat(3, minmax(0, 1fr))' },
  gap: { base: '5', lg: '12' },
});
const point = css({ display: 'flex', alignItems: 'flex-start', gap: '4' });
const mark = css({ display: 'inline-flex', mt: '0.5', color: 'accent' });
const named = css({ display: 'block' });
const explained = css({ display: 'block', color: 'ink.muted', textWrap: 'pretty' });

/**
 * The art of the ticket on the welcome page: the brand's first design. It comes after the words, in whose place nothing
 * moves: a first view is drawn by the build, which knows no brand.
 */
function WelcomeArt() {
  const [isHere, setIsHere] = useState(false);
  useEffect(() => setIsHere(true), []);
  return (
    <div className={artPlace}>
      {isHere ? (
        <ArtPicture designId={window.portal.config.brand.design} cut="home" />
      ) : (
        <Skeleton shape="fill" />
      )}
    </div>
  );
}

const artPlace = css({
  position: 'absolute',
  inset: '0',
  // Until then the ground alone shows.
  '& > :not(picture)': { opacity: '0' },
  _forcedColors: { display: 'none' },
});

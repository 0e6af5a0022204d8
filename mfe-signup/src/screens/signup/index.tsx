import { Trans } from '@lingui/react/macro';
import { authStore, isLoginAtom } from '@portal/kit/auth';
import { sentenceGap } from '@portal/kit/i18n';
import { LocaleLink } from '@portal/kit/routing';
import { Banner, Heading, Page, PageHeading, Stack } from '@portal/kit/ui';
import { useAtomValue } from 'jotai';
import type { ReactElement } from 'react';
import { css } from '#css';
import { AlreadyRegistered } from './already-registered.tsx';
import { Choices } from './choices.tsx';

/** Offers to sign up by e-mail or with another service. */
export function Component(): ReactElement {
  const signedIn = useAtomValue(isLoginAtom, { store: authStore });
  return (
    <Page>
      <Stack gap="sm">
        <PageHeading>
          <Trans>Create an account</Trans>
        </PageHeading>
        <p className={lead}>
          <Trans>Membership is free, and signing up takes about a minute.</Trans>
        </p>
      </Stack>
      {signedIn && (
        <Banner tone="info">
          <Trans>You are already signed in.</Trans>
          {sentenceGap()}
          <LocaleLink to="/my-page" className={bannerLink}>
            <Trans>Go to Home</Trans>
          </LocaleLink>
        </Banner>
      )}
      <Choices />
      <WhatYouNeed />
      {!signedIn && <AlreadyRegistered />}
    </Page>
  );
}

function WhatYouNeed(): ReactElement {
  return (
    <section aria-labelledby="signup-needs" className={needs}>
      <Heading id="signup-needs">
        <Trans>What you need</Trans>
      </Heading>
      <ul className={needsList}>
        <li>
          <Trans>An e-mail address you can check now. We will send you a code.</Trans>
        </li>
        <li>
          <Trans>Your name. Nothing else until you buy a passport.</Trans>
        </li>
      </ul>
      <p className={terms}>
        <Trans>
          During sign-up you will be asked to agree to the{' '}
          <LocaleLink to="/terms-of-service">terms of service</LocaleLink>.
        </Trans>
      </p>
    </section>
  );
}

const lead = css({ fontSize: 'lg', color: 'ink.muted' });
const needs = css({ display: 'grid', gap: '2' });
const needsList = css({
  display: 'grid',
  gap: '1',
  ps: '5',
  listStyleType: 'disc',
  '& li::marker': { color: 'accent' },
});
const terms = css({
  color: 'ink.muted',
  '& a': { color: 'accent', textDecoration: 'underline', textUnderlineOffset: '0.2em' },
});
const bannerLink = css({ textDecoration: 'underline', textUnderlineOffset: '0.2em' });

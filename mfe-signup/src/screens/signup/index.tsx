import { Trans } from '@lingui/react/macro';
import { authStore, isLoginAtom, signUpWithLine } from '@portal/kit/auth';
import { hasLine } from '@portal/kit/contract/other-provider';
import { sentenceGap } from '@portal/kit/i18n';
import { LocaleLink } from '@portal/kit/routing';
import { Banner, Heading, Icon, IconDisc, Page, PageHeading, Stack } from '@portal/kit/ui';
import { useAtomValue } from 'jotai';
import type { ReactNode } from 'react';
import { css } from '#css';
import { SignInButton } from '../../flow/sign-in-button.tsx';
import { EMAIL_CHOICE } from './sign-up-choice.ts';

export function Component() {
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

function WhatYouNeed() {
  return (
    <section aria-labelledby="signup-needs" className={needs}>
      <Heading id="signup-needs">
        <Trans>What you need</Trans>
      </Heading>
      <ul className={needsList}>
        <li>
          <Trans>An email address you can check now. We will send you a code.</Trans>
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

function AlreadyRegistered() {
  return (
    <p className={row}>
      <span>
        <Trans>Already have an account?</Trans>
      </span>
      <SignInButton variant="outline" />
    </p>
  );
}

const row = css({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: '3',
  pt: '5',
  borderTopWidth: '1px',
  borderColor: 'line',
});

function Choices() {
  return (
    <ul className={list}>
      <Choice
        mark={<IconDisc icon="mail" size="lg" />}
        note={<Trans>You choose your own password.</Trans>}
      >
        <LocaleLink to="/signup/enter-email" state={EMAIL_CHOICE} className={choiceTarget}>
          <Trans>Sign up by email</Trans>
        </LocaleLink>
      </Choice>
      {hasLine() && <LineChoice />}
    </ul>
  );
}

const list = css({ display: 'grid', gap: '4' });

function LineChoice() {
  return (
    <Choice
      mark={
        <span className={markPlace}>
          <LineMark />
        </span>
      }
      note={<Trans>You continue on LINE, with no password to remember.</Trans>}
    >
      <button type="button" onClick={() => void signUpWithLine()} className={choiceTarget}>
        <Trans>Sign up with LINE</Trans>
      </button>
    </Choice>
  );
}

const markPlace = css({ display: 'grid', placeItems: 'center', boxSize: '12' });

/** A speech bubble in place of LINE's logo, whose use LINE restricts. */
function LineMark() {
  return (
    <svg className={mark} viewBox="0 0 48 48" aria-hidden="true" focusable="false">
      <rect className={ground} width="48" height="48" rx="24" />
      <path
        className={bubble}
        d="M24 12c-7.2 0-13 4.6-13 10.3 0 5.1 4.6 9.4 10.8 10.2l-.5 3.2c-.1.7.6 1.1 1.2.8 4-2.2 14.5-7.5 14.5-14.2C37 16.6 31.2 12 24 12Z"
      />
    </svg>
  );
}

const mark = css({ boxSize: '12' });
const ground = css({ fill: 'success.soft' });
const bubble = css({ fill: 'success' });

type ChoiceProps = {
  readonly mark: ReactNode;
  readonly note: ReactNode;
  /** A link or a button, whose target is the whole row. */
  readonly children: ReactNode;
};

function Choice({ mark, note, children }: ChoiceProps) {
  return (
    <li className={choice}>
      {mark}
      <span className={words}>
        {children}
        <span className={noteStyle}>{note}</span>
      </span>
      <span className={arrow}>
        <Icon name="chevron-right" />
      </span>
    </li>
  );
}

const choice = css({
  position: 'relative',
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0, 1fr) auto',
  alignItems: 'center',
  // In pixels: beside a larger text there is no room for larger gaps.
  gap: '16px',
  p: '20px',
  borderRadius: 'lg',
  borderWidth: '1px',
  borderColor: 'line',
  background: 'surface',
  boxShadow: 'card',
  transition: 'border-color',
  transitionDuration: 'fast',
  _hover: { borderColor: 'accent' },
});
const words = css({ display: 'grid', gap: '1' });
const choiceTarget = css({
  p: '0',
  borderWidth: '0',
  background: 'transparent',
  color: 'ink',
  font: 'inherit',
  fontSize: 'lg',
  fontWeight: 'bold',
  lineHeight: 'tight',
  textAlign: 'start',
  textDecoration: 'none',
  cursor: 'pointer',
  _after: { content: '""', position: 'absolute', inset: '-1px', borderRadius: 'lg' },
  // The focus ring surrounds the whole card, because all of it can be tapped.
  _focusVisible: {
    outline: 'none',
    _after: { outline: '3px solid token(colors.focus)', outlineOffset: '2px' },
  },
});
const noteStyle = css({ textStyle: 'note', color: 'ink.muted' });
const arrow = css({ color: 'ink.muted' });

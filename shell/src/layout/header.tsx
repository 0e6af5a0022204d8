import { Trans } from '@lingui/react/macro';
import { isCancelledAtom, memberNameAtom, useSession } from '@portal/shared-auth';
import { HEADER_LIVE } from '@portal/shared-contract/first-view';
import { isOtherProvider } from '@portal/shared-contract/other-provider';
import { barePath, formatName } from '@portal/shared-i18n';
import { type Layout, LocaleLink, useLocation } from '@portal/shared-routing';
import { Button, LinkButton, Logo } from '@portal/shared-ui';
import { type ReactNode, useEffect } from 'react';
import { css } from '#css';
import { Bell } from '../bell/bell.tsx';
import { Menu } from '../menu/menu.tsx';
import { SignInButton } from '../session/sign-in-button.tsx';
import { signOut } from '../session/sign-out.ts';
import { useSignedIn, useSigningOut } from '../session/use-session.ts';
import { LanguageSwitch } from './language-switch.tsx';
import { Navigation } from './navigation.tsx';

/** The right-hand controls are hidden on this page. */
const WITHOUT_CONTROLS = '/terms-of-service';

/** The header. The empty layout has only the logo and the language switch. */
export function Header({ layout }: { readonly layout: Layout }) {
  useEffect(markHeaderLive, []);
  const signedIn = useSignedIn();
  const bare = barePath(useLocation().pathname);
  const controls = layout === 'default' && bare !== WITHOUT_CONTROLS;

  return (
    <HeaderBar signedIn={signedIn} compact={controls}>
      {controls && signedIn && <Navigation barePath={bare} />}
      {controls && (signedIn ? <MemberHeader barePath={bare} /> : <StrangerControls />)}
      {layout === 'empty' && <LanguageSwitch />}
    </HeaderBar>
  );
}

type HeaderBarProps = {
  readonly signedIn: boolean;
  /** On a phone the mark stands for the brand's name, so that the member's has room. */
  readonly compact: boolean;
  readonly children: ReactNode;
};

/** The header's place, with the way home at its beginning. */
export function HeaderBar({ signedIn, compact, children }: HeaderBarProps) {
  return (
    <header className={bar}>
      <div className={row}>
        <LocaleLink to={signedIn ? '/my-page' : '/'} className={home} data-print>
          <Logo compact={compact} />
        </LocaleLink>
        {children}
      </div>
    </header>
  );
}

/** Only on paths containing /my-page. */
const hasBell = (barePath: string): boolean => barePath.includes('/my-page');

function MemberHeader({ barePath }: { readonly barePath: string }) {
  const member = useSession(memberNameAtom);
  return (
    <MemberControls
      greeting={member && formatName(member, { polite: true })}
      bell={hasBell(barePath) && <Bell />}
      menu={<Menu />}
      isSigningOut={useSigningOut()}
      onSignOut={signOut}
    />
  );
}

type MemberControlsProps = {
  readonly greeting: ReactNode;
  readonly bell: ReactNode;
  readonly menu: ReactNode;
  readonly isSigningOut?: boolean;
  readonly onSignOut?: () => void;
};

/** What a member has at the end of the header. */
export function MemberControls(props: MemberControlsProps) {
  const { greeting, bell, menu, isSigningOut = false, onSignOut } = props;
  return (
    <div className={right}>
      {greeting && <p className={greetingStyle}>{greeting}</p>}
      {bell}
      <div className={wideOnly}>
        <Button variant="outline" size="sm" busy={isSigningOut} onClick={() => onSignOut?.()}>
          <Trans>Sign out</Trans>
        </Button>
      </div>
      {menu}
    </div>
  );
}

function StrangerControls() {
  const closed = useSession(isCancelledAtom);
  return (
    <div className={right} data-wraps="">
      <SignInButton variant="outline" size="sm" />
      {!(closed || isOtherProvider()) && (
        <LinkButton to="/signup" size="sm">
          <Trans>Sign up</Trans>
        </LinkButton>
      )}
    </div>
  );
}

// The height equals the skeleton's (skeleton.css), so that nothing shifts when the code arrives.
const bar = css({
  position: 'sticky',
  top: '0',
  zIndex: 'header',
  minHeight: '16',
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  // The composed page lays the sky over it (shared-brand/src/look/style.ts).
  backgroundColor: 'paper',
});
const row = css({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  // In pixels, which do not grow with the text: at 320 px and 200 % nothing is left over.
  gap: '12px',
  width: 'full',
  maxWidth: 'wide',
  mx: 'auto',
  px: { base: '20px', lg: '32px' },
});
// Where there is no room, the greeting gives way first, then the brand's name as a whole (Logo).
const home = css({
  display: 'inline-flex',
  alignItems: 'center',
  flex: '0 1 auto',
  // The mark alone is narrower than a finger.
  minWidth: 'max(44px, 2rem)',
  minHeight: 'target',
});
const right = css({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'flex-end',
  gap: { base: '1', md: '3' },
  flex: '1 1 0',
  minWidth: 'min-content',
  whiteSpace: 'nowrap',
  '& > :not(p)': { flexShrink: '0' },
  '&[data-wraps]': { flexWrap: 'wrap', py: '1' },
});
const greetingStyle = css({
  // A width of its own would count as the least that the controls need.
  width: '0',
  flexGrow: '1',
  textAlign: 'end',
  fontSize: 'sm',
  color: 'ink',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  minWidth: '0',
});
const wideOnly = css({ display: { base: 'none', md: 'block' } });

/** Notes that the header answers presses; the first time in a page counts. */
function markHeaderLive(): void {
  performance.mark?.(HEADER_LIVE);
}

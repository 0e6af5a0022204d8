import { Trans, useLingui } from '@lingui/react/macro';
import { isOtherProvider } from '@portal/shared-contract/other-provider';
import { barePath } from '@portal/shared-i18n';
import { LocaleLink, useLocale, useLocation } from '@portal/shared-routing';
import { Button, Icon } from '@portal/shared-ui';
import { Drawer } from '@portal/shared-ui/drawer';
import type { ReactElement } from 'react';
import { css } from '#css';
import { signOut } from '../session/sign-out.ts';
import { useMember, useSigningOut } from '../session/use-session.ts';
import {
  containsPath,
  leadsTo,
  type MenuGroup,
  type MenuLink,
  type MenuSite,
  menuFooter,
  menuItems,
  releasedItems,
} from './menu-items.ts';

export type SideMenuProps = { readonly open: boolean; readonly onClose: () => void };

/**
 * The side menu (product §2). It slides in from the right and closes on its icon and on choosing an
 * item.
 */
export function SideMenu({ open, onClose }: SideMenuProps): ReactElement {
  const { t } = useLingui();
  return (
    <Drawer open={open} onClose={onClose} title={t`Menu`}>
      <MenuBody onChoose={onClose} />
    </Drawer>
  );
}

type Choosing = { readonly onChoose: () => void };

function MenuBody({ onChoose }: Choosing): ReactElement {
  const { t } = useLingui();
  const bare = barePath(useLocation().pathname);
  const member = useMember();
  const signingOut = useSigningOut();
  const items = [
    ...menuItems(member?.password_set, !isOtherProvider()),
    ...releasedItems(window.portal.remotes, useLocale()),
  ];

  return (
    <div className={body}>
      <nav aria-label={t`Main menu`}>
        <ul className={list}>
          {items.map((item) => (
            <li key={item.kind === 'group' ? item.kind : item.to}>
              {item.kind === 'group' ? (
                <Group group={item} barePath={bare} onChoose={onChoose} />
              ) : (
                <Item link={item} barePath={bare} onChoose={onChoose} />
              )}
            </li>
          ))}
        </ul>
      </nav>
      <nav aria-label={t`Related pages`} className={foot}>
        <ul className={list}>
          {menuFooter(window.portal.config.serviceBaseUrl).map((item) => (
            <li key={item.kind === 'site' ? item.href : item.to}>
              {item.kind === 'site' ? (
                <Site site={item} onChoose={onChoose} />
              ) : (
                <Item link={item} barePath={bare} onChoose={onChoose} />
              )}
            </li>
          ))}
        </ul>
      </nav>
      <Button variant="outline" wide busy={signingOut} onClick={() => signOut()}>
        <Trans>Sign out</Trans>
      </Button>
    </div>
  );
}

type ItemProps = Choosing & { readonly link: MenuLink; readonly barePath: string };

function Item({ link, barePath, onChoose }: ItemProps): ReactElement {
  const { t } = useLingui();
  const here = barePath === link.to;
  return (
    <LocaleLink
      to={link.to}
      onClick={onChoose}
      className={itemStyle}
      {...(here && { 'aria-current': 'page' as const })}
      {...(leadsTo(link, barePath) && { 'data-here': '' })}
    >
      <span>
        {typeof link.label === 'string' ? link.label : t(link.label)}
        {link.caption && <small className={caption}>{t(link.caption)}</small>}
      </span>
    </LocaleLink>
  );
}

function Site({ site, onChoose }: Choosing & { readonly site: MenuSite }): ReactElement {
  const { t } = useLingui();
  return (
    <a href={site.href} target="_blank" rel="noopener" onClick={onChoose} className={itemStyle}>
      <span>{t(site.label)}</span>
      <Icon name="external" label={t`opens in a new tab`} />
    </a>
  );
}

type GroupProps = Choosing & { readonly group: MenuGroup; readonly barePath: string };

/**
 * A native disclosure element, which supports keyboard, screen reader and find-in-page by itself.
 */
function Group({ group, barePath, onChoose }: GroupProps): ReactElement {
  const { t } = useLingui();
  return (
    <details className={groupStyle} open={containsPath(group, barePath)}>
      <summary className={itemStyle}>
        <span>{t(group.label)}</span>
        <span className={chevron} aria-hidden="true">
          <Icon name="chevron-down" />
        </span>
      </summary>
      <ul className={children}>
        {group.items.map((item) => (
          <li key={item.to}>
            <Item link={item} barePath={barePath} onChoose={onChoose} />
          </li>
        ))}
      </ul>
    </details>
  );
}

const body = css({ display: 'grid', gap: '6', pb: '6' });
const list = css({ display: 'grid', gap: '1' });
const foot = css({ borderTop: '1px solid token(colors.line)', pt: '4' });
const itemStyle = css({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: '3',
  minHeight: 'target',
  px: '3',
  py: '2',
  borderRadius: 'md',
  color: 'ink',
  textDecoration: 'none',
  cursor: 'pointer',
  listStyle: 'none',
  '&::-webkit-details-marker': { display: 'none' },
  _hover: { background: 'sunken' },
  '&[data-here]': { background: 'accent.soft', fontWeight: 'bold' },
});
const caption = css({ ms: '2', fontSize: 'sm', fontWeight: 'normal', color: 'ink.muted' });
const groupStyle = css({
  '&[open] > summary > span:last-child': { transform: 'rotate(180deg)' },
});
const chevron = css({
  display: 'inline-flex',
  transition: 'transform',
  transitionDuration: 'fast',
});
const children = css({
  display: 'grid',
  gap: '1',
  ms: '3',
  ps: '3',
  my: '1',
  borderInlineStart: '1px solid token(colors.line)',
});

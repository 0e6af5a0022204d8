import { Trans, useLingui } from '@lingui/react/macro';
import { activeLocale, barePath } from '@portal/shared-i18n';
import { LocaleLink, useLocation } from '@portal/shared-routing';
import { Button, Icon } from '@portal/shared-ui';
import { css } from '#css';
import { closePanel } from '../panels/panel.tsx';
import { PanelContent } from '../panels/panel-content.tsx';
import type { ContentProps } from '../panels/use-panel.tsx';
import { signOut } from '../session/sign-out.ts';
import { useMember, useSigningOut } from '../session/use-session.ts';
import { MenuFrame } from './menu-frame.tsx';
import {
  entryAt,
  type MenuGroup,
  type MenuLink,
  type MenuSite,
  menuFooter,
  menuItems,
} from './menu-items.ts';

/** The side menu in its panel. */
export function SideMenu({ panel }: ContentProps) {
  return (
    <PanelContent panel={panel}>
      <MenuFrame>
        <MenuBody onChoose={() => closePanel(panel)} />
      </MenuFrame>
    </PanelContent>
  );
}

type Choosing = { readonly onChoose: () => void };

/** The entries, and the button to sign out. */
function MenuBody({ onChoose }: Choosing) {
  const { t } = useLingui();
  // Not that of the address, which changes a moment after the texts.
  const locale = activeLocale();
  const bare = barePath(useLocation().pathname);
  const items = menuItems(window.portal, locale, useMember());
  const footer = menuFooter(window.portal, locale);
  const place = { bare, here: entryAt([...items, ...footer], bare), onChoose };
  const signingOut = useSigningOut();

  return (
    <div className={body}>
      <nav aria-label={t`Main menu`}>
        <ul className={list}>
          {items.map((item) => (
            <li key={item.kind === 'group' ? `group ${item.label}` : item.to}>
              {item.kind === 'group' ? (
                <Group group={item} place={place} />
              ) : (
                <Item link={item} place={place} />
              )}
            </li>
          ))}
        </ul>
      </nav>
      <nav aria-label={t`Related pages`} className={foot}>
        <ul className={list}>
          {footer.map((item) => (
            <li key={item.kind === 'site' ? item.href : item.to}>
              {item.kind === 'site' ? (
                <Site site={item} onChoose={onChoose} />
              ) : (
                <Item link={item} place={place} />
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

type Place = Choosing & {
  /** The current path. */
  readonly bare: string;
  /** The entry that leads to it or above it. */
  readonly here: MenuLink | undefined;
};

function Item({
  link,
  place: { bare, here, onChoose },
}: {
  readonly link: MenuLink;
  readonly place: Place;
}) {
  return (
    <LocaleLink
      to={link.to}
      onClick={onChoose}
      className={itemStyle}
      {...(bare === link.to && { 'aria-current': 'page' as const })}
      {...(here?.to === link.to && { 'data-here': '' })}
    >
      {link.icon && <Icon name={link.icon} />}
      <span className={words}>
        {link.label}
        {link.caption && <small className={caption}>{link.caption}</small>}
      </span>
    </LocaleLink>
  );
}

function Site({ site, onChoose }: Choosing & { readonly site: MenuSite }) {
  const { t } = useLingui();
  return (
    <a href={site.href} target="_blank" rel="noopener" onClick={onChoose} className={itemStyle}>
      <span className={words}>{site.label}</span>
      <Icon name="external" label={t`opens in a new tab`} />
    </a>
  );
}

/** A native disclosure element; the group that holds the current path is open by default. */
function Group({
  group: { label, icon, items },
  place,
}: {
  readonly group: MenuGroup;
  readonly place: Place;
}) {
  return (
    <details className={groupStyle} open={items.some(({ to }) => to === place.here?.to)}>
      <summary className={itemStyle}>
        {icon && <Icon name={icon} />}
        <span className={words}>{label}</span>
        <span className={chevron} aria-hidden="true">
          <Icon name="chevron-down" />
        </span>
      </summary>
      <ul className={children}>
        {items.map((item) => (
          <li key={item.to}>
            <Item link={item} place={place} />
          </li>
        ))}
      </ul>
    </details>
  );
}

const body = css({ display: 'grid', gap: '6', p: '3', pb: '9' });
const list = css({ display: 'grid', gap: '1' });
// Beside the words of the entries above, which have icons.
const foot = css({ borderTop: '1px solid token(colors.line)', pt: '4', '& a': { ps: '12' } });
const itemStyle = css({
  display: 'flex',
  alignItems: 'center',
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
const words = css({ flexGrow: '1' });
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
  ms: '6',
  ps: '3',
  my: '1',
  borderInlineStart: '1px solid token(colors.line)',
});

import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { Locale, PackageOnPage } from '@portal/shared-contract';

/** A menu entry, by its path without the locale prefix. */
export type MenuLink = {
  readonly kind: 'link';
  readonly to: `/${string}`;
  /** A text is in the page's language already. */
  readonly label: MessageDescriptor | string;
  readonly caption?: MessageDescriptor;
  /** Has pages below it that are links of their own, and so stands for itself alone. */
  readonly exact?: boolean;
};

export type MenuGroup = {
  readonly kind: 'group';
  readonly label: MessageDescriptor;
  readonly items: readonly MenuLink[];
};

/** A link to another site of the same company. It opens in a new tab. */
export type MenuSite = {
  readonly kind: 'site';
  readonly href: string;
  readonly label: MessageDescriptor;
};

const TWO_STEP: MenuLink = {
  kind: 'link',
  to: '/account/mfa-settings',
  label: msg`Two-step verification`,
};
const CONNECT_LINE: MenuLink = {
  kind: 'link',
  to: '/account/connect-line',
  label: msg`Connect LINE`,
};

/**
 * The side menu (product §2). A member with a password can change it, one without (who signs in
 * with LINE) can set it; until the member is loaded neither entry shows.
 * @param ownProvider false where another identity provider has password, second steps and LINE
 */
export function menuItems(
  passwordSet: boolean | undefined,
  ownProvider = true,
): readonly (MenuLink | MenuGroup)[] {
  return [
    { kind: 'link', to: '/my-page', label: msg`Home` },
    { kind: 'link', to: '/my-page/notifications', label: msg`Notifications` },
    { kind: 'link', to: '/account', label: msg`Your account`, exact: true },
    {
      kind: 'group',
      label: msg`Account settings`,
      items: [
        { kind: 'link', to: '/account/change-email', label: msg`Change e-mail` },
        ...(ownProvider ? passwordItem(passwordSet) : []),
        ...(ownProvider ? [TWO_STEP] : []),
        { kind: 'link', to: '/account/settings', label: msg`Settings` },
        { kind: 'link', to: '/account/delete', label: msg`Close account` },
      ],
    },
    ...(ownProvider ? [CONNECT_LINE] : []),
  ];
}

/**
 * The entries that releases ask for, of remotes that the shell does not know, in the order of the remotes'
 * names and of their routes (product §7.225).
 */
export function releasedItems(
  remotes: Readonly<Record<string, Pick<PackageOnPage, 'routes'>>>,
  locale: Locale,
): readonly MenuLink[] {
  return Object.keys(remotes)
    .sort()
    .flatMap((name) => Object.entries(remotes[name]?.routes ?? {}))
    .flatMap(([path, { menu }]) =>
      menu ? [{ kind: 'link', to: path as `/${string}`, label: menu[locale] }] : [],
    );
}

function passwordItem(passwordSet: boolean | undefined): readonly MenuLink[] {
  if (passwordSet === undefined) return [];
  if (passwordSet) {
    return [{ kind: 'link', to: '/account/change-password', label: msg`Change password` }];
  }
  return [
    {
      kind: 'link',
      to: '/account/password-settings',
      label: msg`Password settings`,
      caption: msg`for LINE`,
    },
  ];
}

/**
 * The menu's footer. The terms are a page of the portal; the others are below the service base URL
 * and are left out without it, since the portal has no such pages.
 */
export function menuFooter(serviceBaseUrl: string | undefined): readonly (MenuLink | MenuSite)[] {
  const terms: MenuLink = { kind: 'link', to: '/terms-of-service', label: msg`Terms of service` };
  if (serviceBaseUrl === undefined) return [terms];
  const base = serviceBaseUrl.replace(/\/+$/, '');
  return [
    { kind: 'site', href: `${base}/faq/`, label: msg`FAQ` },
    terms,
    { kind: 'site', href: `${base}/apass/`, label: msg`About the passport` },
    { kind: 'site', href: `${base}/hotels/`, label: msg`Our hotels` },
  ];
}

/**
 * Whether the link leads to the current path or to one above it, such as `/account/change-email`
 * for `/account/change-email/form`.
 */
export function leadsTo(link: MenuLink, barePath: string): boolean {
  return barePath === link.to || (!link.exact && barePath.startsWith(`${link.to}/`));
}

/** Whether the group holds the current path, which opens it by default. */
export function containsPath(group: MenuGroup, barePath: string): boolean {
  return group.items.some((item) => leadsTo(item, barePath));
}

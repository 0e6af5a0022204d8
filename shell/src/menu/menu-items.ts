import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';

/** One place to go, by its bare path. */
export type MenuLink = {
  readonly kind: 'link';
  readonly to: `/${string}`;
  readonly label: MessageDescriptor;
  readonly caption?: MessageDescriptor;
};

export type MenuGroup = {
  readonly kind: 'group';
  readonly label: MessageDescriptor;
  readonly items: readonly MenuLink[];
};

/** A site of the same company beside the portal: opens in a new tab. */
export type MenuSite = {
  readonly kind: 'site';
  readonly href: string;
  readonly label: MessageDescriptor;
};

/**
 * The side menu of spec §2. `passwordSet` of the member: with a password one changes it, without one
 * (sign-in by LINE) one sets it; before the member is known neither shows.
 */
export function menuItems(passwordSet: boolean | undefined): readonly (MenuLink | MenuGroup)[] {
  return [
    { kind: 'link', to: '/my-page', label: msg`Home` },
    { kind: 'link', to: '/my-page/notifications', label: msg`Notifications` },
    {
      kind: 'group',
      label: msg`Account settings`,
      items: [
        { kind: 'link', to: '/account/change-email', label: msg`Change e-mail` },
        ...passwordItem(passwordSet),
        { kind: 'link', to: '/account/mfa-settings', label: msg`Two-step verification` },
        { kind: 'link', to: '/account/delete', label: msg`Cancel account` },
      ],
    },
    { kind: 'link', to: '/account/connect-line', label: msg`Connect LINE` },
  ];
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

/** The menu's footer. The terms are the portal's own page; the rest lies under the service base URL. */
export function menuFooter(serviceBaseUrl: string): readonly (MenuLink | MenuSite)[] {
  const base = serviceBaseUrl.replace(/\/+$/, '');
  return [
    { kind: 'site', href: `${base}/faq/`, label: msg`FAQ` },
    { kind: 'link', to: '/terms-of-service', label: msg`Terms of use` },
    { kind: 'site', href: `${base}/apass/`, label: msg`Passport special site` },
    { kind: 'site', href: `${base}/hotels/`, label: msg`Hotel special site` },
  ];
}

/** True when the link is where one is, or above it: `/account/change-email/form`. */
export function leadsTo(link: MenuLink, barePath: string): boolean {
  return barePath === link.to || barePath.startsWith(`${link.to}/`);
}

/** The group that holds the current path is open by default. */
export function holdsPath(group: MenuGroup, barePath: string): boolean {
  return group.items.some((item) => leadsTo(item, barePath));
}

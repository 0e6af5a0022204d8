import type { ComponentProps, MouseEvent } from 'react';
import { useHref, useLinkClickHandler } from './router.ts';

export type LinkProps = Omit<ComponentProps<'a'>, 'href'> & {
  /** An address of the portal. */
  readonly to: string;
  /** Replaces the entry of the history. */
  readonly replace?: boolean | undefined;
  /** Kept in the entry of the history. */
  readonly state?: unknown;
};

/** A link that the router follows. The router's own one prefetches by a manifest, which costs 3 KB. */
export function Link({ to, replace, state, onClick, ...rest }: LinkProps) {
  const follow = useLinkClickHandler<HTMLAnchorElement>(to, {
    ...(rest.target && { target: rest.target }),
    ...(replace !== undefined && { replace }),
    state,
  });
  const click = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (!event.defaultPrevented) follow(event);
  };
  return <a {...rest} href={useHref(to)} onClick={click} />;
}

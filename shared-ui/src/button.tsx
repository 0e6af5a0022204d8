import { LocaleLink, type LocaleLinkProps } from '@portal/shared-routing';
import type { ComponentPropsWithRef, MouseEvent, ReactNode } from 'react';
import { button } from '#styled/recipes/button.js';
import { spinner } from '#styled/recipes/spinner.js';

export type WordsLook = {
  readonly variant?: 'solid' | 'outline' | 'danger' | 'link' | 'light' | 'lift';
  /** `icon` is square and holds only an icon; it needs an `aria-label`. */
  readonly size?: 'sm' | 'md' | 'lg' | 'icon';
};

type Look = {
  /** Takes the full width of its container; `onPhone`: where that is narrow. */
  readonly wide?: boolean | 'onPhone';
} & (
  | WordsLook
  /** Only an icon: words without an outline would look like text that belongs to nothing. */
  | { readonly variant: 'ghost'; readonly size: 'icon' }
);

export type ButtonProps = Omit<ComponentPropsWithRef<'button'>, 'className' | 'style'> &
  Look & {
    /** This button's request runs: it keeps width and focus, reports `aria-busy`, and ignores clicks. */
    readonly busy?: boolean;
  };

/** A button. Its `type` defaults to `button`, so that none submits a form by accident. */
export function Button({
  variant,
  size,
  wide,
  busy = false,
  type = 'button',
  onClick,
  children,
  ...rest
}: ButtonProps) {
  // `aria-disabled` instead of `disabled`, because a disabled button loses the focus.
  const waiting = busy ? { 'aria-busy': true, 'aria-disabled': true } : {};
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (busy) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button
      {...rest}
      {...waiting}
      type={type}
      onClick={press}
      className={look(variant, size, wide)}
    >
      <Label>{children}</Label>
      {busy && (
        <span data-busy-mark="" aria-hidden="true">
          <span className={spinner()} />
        </span>
      )}
    </button>
  );
}

export type LinkButtonProps = Omit<LocaleLinkProps, 'className' | 'style'> & Look;

export function LinkButton({ variant, size, wide, children, ...rest }: LinkButtonProps) {
  return (
    <LocaleLink {...rest} className={look(variant, size, wide)}>
      <Label>{children as ReactNode}</Label>
    </LocaleLink>
  );
}

export type ExternalLinkButtonProps = Omit<ComponentPropsWithRef<'a'>, 'className' | 'style'> &
  Look;

export function ExternalLinkButton({
  variant,
  size,
  wide,
  children,
  ...rest
}: ExternalLinkButtonProps) {
  return (
    <a rel="noopener" {...rest} className={look(variant, size, wide)}>
      <Label>{children}</Label>
    </a>
  );
}

function Label({ children }: { readonly children: ReactNode }) {
  return <span data-label="">{children}</span>;
}

function look(variant: Look['variant'], size: Look['size'], wide: Look['wide'] = false): string {
  return button({ variant, size, ...(wide ? { wide: wide === true ? 'true' : wide } : {}) });
}

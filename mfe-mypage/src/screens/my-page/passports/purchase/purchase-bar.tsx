import { Plural, Trans } from '@lingui/react/macro';
import type { PassportKind } from '@portal/kit/contract';
import { formatPrice } from '@portal/kit/i18n';
import { LinkButton } from '@portal/kit/ui';
import type { ComponentProps, ReactNode } from 'react';
import { css } from '#css';
import { itemsOf, type PurchaseState } from './flow.ts';

type Kinds = readonly (PassportKind | null)[];

type Props = {
  /** Of all passports of the order, whose price is said; null for one that has none yet. */
  readonly kinds?: Kinds;
  readonly back?: ComponentProps<typeof LinkButton>['to'];
  /** The buttons; the one that goes on comes last. */
  readonly children: ReactNode;
};

/** The end of a step: what the order costs so far, and the way on. On a phone it is always in sight, in place of the tabs. */
export function PurchaseBar({ kinds = [], back, children }: Props) {
  const known = kinds.flatMap((kind) => kind ?? []);
  const count = known.length;
  const total = known.reduce((sum, { price }) => sum + price, 0);
  return (
    <div className={bar} data-action-bar="">
      {count > 0 && count === kinds.length && (
        <p className={price}>
          <b className={amount}>{formatPrice(total)}</b>{' '}
          <span className={note}>
            <Plural value={count} one="tax included, # person" other="tax included, # people" />
          </span>
        </p>
      )}
      {back && (
        <LinkButton to={back} variant="outline">
          <Trans>Back</Trans>
        </LinkButton>
      )}
      {children}
    </div>
  );
}

/** The kinds of the order's passports, with that of the one that the steps are about. */
export function kindsOf(state: PurchaseState, kind = state.choices.kind): Kinds {
  return itemsOf({ ...state, choices: { ...state.choices, kind } }).map((item) => item.kind);
}

const bar = css({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: '3',
  rowGap: '2',
  pt: { md: '5' },
  borderTop: { md: '2px dashed token(colors.line)' },
  '& > :last-child': { flex: { base: '1 1 8rem', md: '0 0 auto' }, minWidth: { md: '12rem' } },
  // Where the window is low or the text is large, it ends the page as any other buttons do (shared-ui/src/preset/global-css.ts).
  _bar: {
    position: 'sticky',
    // Above the keyboard (shell/src/page/keyboard-room.ts).
    insetBlockEnd: 'var(--keyboard, 0px)',
    zIndex: 'header',
    mx: '-5',
    px: '5',
    pt: '3',
    pb: 'max(token(spacing.3), env(safe-area-inset-bottom))',
    background: 'surface',
    borderTop: '1px solid token(colors.line)',
  },
});
const price = css({ me: { md: 'auto' }, lineHeight: 'tight' });
const amount = css({
  display: { base: 'block', md: 'inline' },
  fontSize: { base: 'lg', md: 'xl' },
  fontWeight: 'bold',
  fontVariantNumeric: 'tabular-nums',
});
const note = css({ fontSize: 'sm', color: 'ink.muted' });

import { Trans, useLingui } from '@lingui/react/macro';
import type { Passport } from '@portal/kit/contract';
import { useLocale } from '@portal/kit/routing';
import { Icon } from '@portal/kit/ui';
import { css } from '#css';
import { HolderPhoto } from '../../passports/holder-photo.tsx';
import { shownPassport } from '../../passports/passport-card.tsx';
import type { useFurtherPages } from './use-further-pages.ts';

type Props = {
  readonly further: ReturnType<typeof useFurtherPages>;
  /** The id of the passport whose ticket is shown. */
  readonly current: string;
  readonly onChoose: (id: string) => void;
  /** How many of them open a turnstile. */
  readonly codes: number;
  readonly onShowAll: () => void;
};

export function Family({ further, current, onChoose, codes, onShowAll }: Props) {
  const { t } = useLingui();
  const { passports, more, busy, failed, loadMore } = further;
  return (
    <div className={family}>
      <ul className={people} aria-label={t`Whose passport is shown`}>
        {passports.map((passport) => (
          <li key={passport.id}>
            <button
              type="button"
              className={person}
              aria-current={passport.id === current || undefined}
              onClick={() => onChoose(passport.id)}
            >
              <span className={photo}>
                <HolderPhoto src={passport.photo} alt="" size="sm" />
              </span>
              <span className={words}>
                <Words passport={passport} />
              </span>
            </button>
          </li>
        ))}
        {more && (
          <li>
            <button
              type="button"
              className={person}
              aria-disabled={busy || undefined}
              onClick={loadMore}
            >
              {failed ? <Trans>Try again</Trans> : <Trans>Show more</Trans>}
            </button>
          </li>
        )}
      </ul>
      {codes > 1 && (
        <button type="button" className={all} onClick={onShowAll}>
          <Trans>Show {codes} codes, one after another</Trans>
          <Icon name="chevron-right" />
        </button>
      )}
    </div>
  );
}

/** The name, and what is not simply valid; else whether it is a child's. */
function Words({ passport }: { readonly passport: Passport }) {
  const locale = useLocale();
  const { holder, status_name, sender } = shownPassport(passport);
  const { first_name, last_name } = holder;
  return (
    <>
      <span className={name}>{sender ?? first_name ?? last_name}</span>
      <span className={note}>
        {status_name && status_name.code !== 'active' ? (
          status_name.name[locale]
        ) : passport.holder.kind === 'child' ? (
          <Trans context="whose passport">Child</Trans>
        ) : (
          <Trans context="whose passport">Adult</Trans>
        )}
      </span>
    </>
  );
}

const family = css({ display: 'grid', gap: '2' });
const people = css({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(6.5rem, 1fr))',
  gap: '2',
  listStyle: 'none',
  lg: { gridTemplateColumns: 'repeat(auto-fill, minmax(8rem, 1fr))' },
});
// On the design's ground, the same in both appearances.
const person = css({
  display: 'flex',
  alignItems: 'center',
  gap: '1.5',
  width: 'full',
  minHeight: '14',
  p: '1',
  borderRadius: 'md',
  border: '2px solid transparent',
  background: 'fixed.lift',
  color: 'inherit',
  textAlign: 'start',
  '&[aria-current]': { borderColor: 'fixed.white' },
  _focusVisible: { outlineColor: 'fixed.white' },
});
// A status has four to seven characters in Japanese.
const photo = css({ flex: 'none', '&& > span': { width: '2rem' } });
const words = css({ display: 'grid', minWidth: '0', lineHeight: '1.3' });
const name = css({ fontWeight: 'bold', overflowWrap: 'anywhere' });
const note = css({ fontSize: 'sm', color: 'var(--faint)' });
const all = css({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'center',
  gap: '2',
  minHeight: 'target',
  color: 'inherit',
  fontWeight: 'bold',
  _focusVisible: { outlineColor: 'fixed.white' },
});

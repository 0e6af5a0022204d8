import { Trans } from '@lingui/react/macro';
import { LocaleLink } from '@portal/kit/routing';
import { Button, LinkButton } from '@portal/kit/ui';
import { css } from '#css';
import { PassportCard, shownPassport } from '../../../passports/passport-card.tsx';
import type { PassportPage } from '../../../passports/passport-page.ts';
import { NoPassport } from '../no-passport.tsx';
import { useFurtherPages } from '../use-further-pages.ts';
import { list, place } from './list-styles.ts';

export function PassportList({ first }: { readonly first: PassportPage }) {
  const { passports, more, busy, failed, loadMore } = useFurtherPages(first);
  if (passports.length === 0) return <NoPassport />;
  return (
    <>
      <ul className={list}>
        {passports.map((passport) => (
          <li key={passport.id} className={place}>
            <LocaleLink to={`/my-page/passports/${passport.id}`} className={link}>
              <PassportCard cut="card" passport={shownPassport(passport)} />
            </LocaleLink>
          </li>
        ))}
      </ul>
      {more && (
        <p>
          <Button variant="outline" busy={busy} onClick={loadMore}>
            {failed ? <Trans>Try again</Trans> : <Trans>Show more</Trans>}
          </Button>
        </p>
      )}
      <p>
        <LinkButton to="/my-page/passports/purchases" variant="link">
          <Trans>Purchases</Trans>
        </LinkButton>
      </p>
    </>
  );
}

const link = css({ display: 'grid', color: 'inherit', textDecoration: 'none', borderRadius: 'xl' });

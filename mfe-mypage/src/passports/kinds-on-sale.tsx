import { Trans } from '@lingui/react/macro';
import { kindLine, type PassportKind } from '@portal/kit/contract';
import { useLocale } from '@portal/kit/routing';
import { Banner } from '@portal/kit/ui';
import { DateText } from './passport-dates.tsx';

export function KindPrices({ kinds }: { readonly kinds: readonly PassportKind[] }) {
  const locale = useLocale();
  return (
    <ul>
      {kinds.map((kind) => (
        <li key={kind.id}>{kindLine(kind, locale)}</li>
      ))}
    </ul>
  );
}

export const NotOnSale = ({ from }: { readonly from: string | null }) => (
  <Banner tone="info" title={<Trans>Passports are not on sale now</Trans>}>
    {from && (
      <Trans>
        You can buy one from <DateText date={from} />.
      </Trans>
    )}
  </Banner>
);

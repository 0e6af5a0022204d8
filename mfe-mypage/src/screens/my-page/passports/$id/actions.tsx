import { Trans } from '@lingui/react/macro';
import type { Passport, PassportAction } from '@portal/kit/contract';
import { Card } from '@portal/kit/ui';
import { Cancel } from './cancel.tsx';
import { ChangeDesign, ChangePhoto } from './change-look.tsx';
import { PhysicalCard } from './physical-card.tsx';
import { Transfer } from './transfer.tsx';
import { TransferByLink } from './transfer-by-link.tsx';

type Props = {
  readonly passport: Passport;
  readonly available: readonly PassportAction[];
  readonly onLink: (token: string) => void;
};

export function Actions({ passport, available, onLink }: Props) {
  const rows = [
    available.includes('transfer') && <Transfer key="transfer" passport={passport} />,
    available.includes('transfer') && (
      <TransferByLink key="link" passport={passport} onLink={onLink} />
    ),
    available.includes('physicalCard') && <PhysicalCard key="card" passport={passport} />,
    available.includes('changePhoto') && passport.photo !== null && (
      <ChangePhoto key="photo" passport={passport} />
    ),
    available.includes('changeDesign') && <ChangeDesign key="design" passport={passport} />,
    available.includes('cancel') && <Cancel key="cancel" passport={passport} />,
  ].filter(Boolean);
  if (rows.length === 0) return null;
  return (
    <Card gap="sm" heading={<Trans>What you can do</Trans>}>
      <ul>{rows}</ul>
    </Card>
  );
}

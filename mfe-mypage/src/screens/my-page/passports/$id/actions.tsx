import { Trans } from '@lingui/react/macro';
import type { Passport } from '@portal/shared-contract';
import { Card, Heading, Stack } from '@portal/shared-ui';
import type { ReactElement } from 'react';
import type { PassAction } from '../../../../passes/what-can-be-done.ts';
import { Cancel } from './cancel.tsx';
import { ChangeDesign } from './change-design.tsx';
import { ChangePhoto } from './change-photo.tsx';
import { PhysicalCard } from './physical-card.tsx';
import { Transfer } from './transfer.tsx';

type Props = { readonly pass: Passport; readonly can: readonly PassAction[] };

/** One tap away, each says what happens before it does (ui.md «The pass»). */
export function Actions({ pass, can }: Props): ReactElement | null {
  const rows = [
    can.includes('transfer') && <Transfer key="transfer" pass={pass} />,
    can.includes('physicalCard') && <PhysicalCard key="card" pass={pass} />,
    can.includes('changePhoto') && pass.photo !== null && <ChangePhoto key="photo" pass={pass} />,
    can.includes('changeDesign') && <ChangeDesign key="design" pass={pass} />,
    can.includes('cancel') && <Cancel key="cancel" pass={pass} />,
  ].filter(Boolean);
  if (rows.length === 0) return null;
  return (
    <Card>
      <Stack gap="sm">
        <Heading>
          <Trans>What you can do</Trans>
        </Heading>
        <ul>{rows}</ul>
      </Stack>
    </Card>
  );
}

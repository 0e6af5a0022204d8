import type { Passport } from '@portal/kit/contract';
import { lazy, type ReactElement, Suspense } from 'react';

/** Few portals have wallets, and the page is whole without them. */
const Buttons = lazy(async () => ({ default: (await import('./buttons.tsx')).WalletButtons }));

/** Adds a passport to the wallets that the operator has configured, where it belongs in one. */
export function Wallets({ passport }: { readonly passport: Passport }): ReactElement | null {
  if (!belongsInWallet(passport)) return null;
  return (
    <Suspense>
      <Buttons passport={passport} />
    </Suspense>
  );
}

/** As the server decides it again. */
const belongsInWallet = ({ role, transfer, status_name }: Passport): boolean =>
  role === 'owner' && !transfer && ['active', 'upcoming'].includes(status_name?.code ?? '');

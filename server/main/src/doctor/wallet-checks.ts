import { type Check, notChecked, remedy } from './check.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Apple makes a new certificate within minutes, but somebody has to ask for it. */
const WALLET_DAYS = 30;

export const WALLET_CHECKS: readonly Check[] = [
  {
    name: 'wallets',
    asks: `whether the certificate of Apple Wallet is valid for ${WALLET_DAYS} more days`,
    run({ config: { wallets }, clock }) {
      if (!wallets.apple) return notChecked('APPLE_WALLET_CERTIFICATE is not set');
      const days = Math.floor((wallets.apple.endsAt.getTime() - clock.now().getTime()) / DAY_MS);
      if (days >= WALLET_DAYS) return 'ok';
      const when = days < 0 ? 'it has ended, and members see no button' : `it ends in ${days} days`;
      return remedy(`Replace APPLE_WALLET_CERTIFICATE and its key by new ones of Apple: ${when}.`);
    },
  },
];

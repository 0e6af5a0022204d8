import { Trans } from '@lingui/react/macro';
import { call } from '@portal/kit/api';
import { type EndpointAnswer, listWalletLinks, type Passport } from '@portal/kit/contract';
import { Card, Inline, Text } from '@portal/kit/ui';
import { ActionButton, ApiErrorBanner, useAction } from '@portal/kit/ui/forms';
import { type ReactNode, useEffect, useState } from 'react';
import { webAddress } from '../../../../../passports/web-address.ts';

type Links = EndpointAnswer<typeof listWalletLinks>['data'];

const WALLETS: readonly (readonly [wallet: keyof Links, label: ReactNode])[] = [
  ['apple', <Trans key="apple">Add to Apple Wallet</Trans>],
  ['google', <Trans key="google">Add to Google Wallet</Trans>],
];

export function WalletButtons({ passport: { id } }: { readonly passport: Passport }) {
  const links = useLinks(id);
  const offered = WALLETS.filter(([wallet]) => links?.[wallet]);
  if (offered.length === 0) return null;
  return (
    <Card gap="sm" heading={<Trans>Wallet</Trans>}>
      <Text tone="muted">
        <Trans>
          The card in a wallet shows name, dates and number, and leads to the QR code here. It opens
          no gate by itself.
        </Trans>
      </Text>
      <Inline>
        {offered.map(([wallet, label]) => (
          <AddButton key={wallet} id={id} wallet={wallet} label={label} />
        ))}
      </Inline>
    </Card>
  );
}

/** Without an answer there are no buttons: nothing else of the page needs it. */
function useLinks(id: string): Links | undefined {
  const [links, setLinks] = useState<Links>();
  useEffect(() => {
    let isGone = false;
    call(listWalletLinks, { params: { id } }, { purpose: 'background' }).then((answer) => {
      if (!isGone && answer.ok) setLinks(answer.data.data);
    });
    return () => {
      isGone = true;
    };
  }, [id]);
  return links;
}

type AddButtonProps = {
  readonly id: string;
  readonly wallet: keyof Links;
  readonly label: ReactNode;
};

function AddButton({ id, wallet, label }: AddButtonProps) {
  const action = useAction();
  async function add(): Promise<void> {
    // Links end after minutes.
    const answer = await action.send(listWalletLinks, { params: { id } });
    const link = answer?.ok && answer.data.data[wallet];
    if (link) window.location.assign(webAddress(new URL(link, window.location.origin)));
  }
  return (
    <>
      <ActionButton action={action} variant="outline" wide="onPhone" onClick={() => void add()}>
        {label}
      </ActionButton>
      <ApiErrorBanner error={action.error} />
    </>
  );
}

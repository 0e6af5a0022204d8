import { Trans } from '@lingui/react/macro';
import type { Result } from '@portal/shared-api';
import { loadMember } from '@portal/shared-auth';
import type { User } from '@portal/shared-contract';
import { type Deferred, deferred, useLoaderData } from '@portal/shared-routing';
import { Page, PageHeading, useKeptFocus } from '@portal/shared-ui';
import type { ReactElement } from 'react';
import { WithMember } from '../../../data/with-member.tsx';
import { ConnectLine } from './connect.tsx';
import { DisconnectLine } from './disconnect.tsx';

export const loader = () => deferred(loadMember());

/** Connects LINE, or disconnects it. */
export function Component(): ReactElement {
  return (
    <Page>
      <PageHeading>
        <Trans>Connect LINE</Trans>
      </PageHeading>
      <WithMember member={useLoaderData<Deferred<Result<User>>>()}>
        {({ line_linked }) => <Connection linked={line_linked} />}
      </WithMember>
    </Page>
  );
}

function Connection({ linked }: { readonly linked: boolean }): ReactElement {
  useKeptFocus(linked);
  return linked ? <DisconnectLine /> : <ConnectLine />;
}

import { Trans } from '@lingui/react/macro';
import type { Result } from '@portal/shared-api';
import type { User } from '@portal/shared-contract';
import { type Soon, soon, useLoaderData } from '@portal/shared-routing';
import { Page, PageHeading } from '@portal/shared-ui';
import type { ReactElement } from 'react';
import { theMember } from '../../../data/member.ts';
import { WithMember } from '../../../data/with-member.tsx';
import { ConnectLine } from './connect.tsx';
import { DisconnectLine } from './disconnect.tsx';

export const loader = () => soon(theMember());

/** Connects LINE, or parts it again. */
export function Component(): ReactElement {
  return (
    <Page>
      <PageHeading>
        <Trans>Connect LINE</Trans>
      </PageHeading>
      <WithMember member={useLoaderData<Soon<Result<User>>>()}>
        {({ line_linked }) => (line_linked ? <DisconnectLine /> : <ConnectLine />)}
      </WithMember>
    </Page>
  );
}

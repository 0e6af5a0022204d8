import { Trans } from '@lingui/react/macro';
import type { Result } from '@portal/kit/api';
import { loadMember } from '@portal/kit/auth';
import type { User } from '@portal/kit/contract';
import { type Deferred, deferred, useLoaderData } from '@portal/kit/routing';
import { PageHeading, useFocusAfterChange } from '@portal/kit/ui';
import type { ReactElement } from 'react';
import { WithMember } from '../../../data/with-member.tsx';
import { SectionPage } from '../../../sections.tsx';
import { ConnectLine } from './connect.tsx';
import { DisconnectLine } from './disconnect.tsx';

export const loader = () => deferred(loadMember());

/** Connects LINE, or disconnects it. */
export function Component(): ReactElement {
  return (
    <SectionPage section="/account/security">
      <PageHeading>
        <Trans>Connect LINE</Trans>
      </PageHeading>
      <WithMember member={useLoaderData<Deferred<Result<User>>>()}>
        {({ line_linked }) => <Connection linked={line_linked} />}
      </WithMember>
    </SectionPage>
  );
}

function Connection({ linked }: { readonly linked: boolean }): ReactElement {
  useFocusAfterChange(linked);
  return linked ? <DisconnectLine /> : <ConnectLine />;
}

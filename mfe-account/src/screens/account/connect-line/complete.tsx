import { Trans } from '@lingui/react/macro';
import type { LoaderFunctionArgs } from '@portal/shared-routing';
import { Page, PageHeading } from '@portal/shared-ui';
import type { ReactElement } from 'react';
import { FlowComplete } from '../../../flow/flow-complete.tsx';
import { connectLineFlow } from './flow.ts';

export const loader = ({ request }: LoaderFunctionArgs) => connectLineFlow.openStep(request);

export function Component(): ReactElement {
  return (
    <Page>
      <PageHeading>
        <Trans>LINE is connected</Trans>
      </PageHeading>
      <FlowComplete>
        <Trans>From now on you can sign in with LINE.</Trans>
      </FlowComplete>
    </Page>
  );
}

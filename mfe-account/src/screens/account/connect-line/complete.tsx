import { Trans } from '@lingui/react/macro';
import type { LoaderFunctionArgs } from '@portal/kit/routing';
import { FlowComplete } from '../../../flow/flow-complete.tsx';
import { connectLineFlow } from './flow.ts';

export const loader = ({ request }: LoaderFunctionArgs) => connectLineFlow.openStep(request);

export function Component() {
  return (
    <FlowComplete heading={<Trans>LINE is connected</Trans>}>
      <Trans>From now on, you can sign in with LINE.</Trans>
    </FlowComplete>
  );
}

import { useLingui } from '@lingui/react';
import { Trans } from '@lingui/react/macro';
import { successText } from '@portal/shared-i18n';
import type { LoaderFunctionArgs } from '@portal/shared-routing';
import { FlowPage } from '@portal/shared-ui/forms';
import type { ReactElement } from 'react';
import { Done } from '../../../flow/done.tsx';
import { editFlow } from './flow.ts';
import { useStepNames } from './step-names.ts';

export const loader = ({ request }: LoaderFunctionArgs) => editFlow.openStep(request);

/** Last step: it is saved. */
export function Component(): ReactElement {
  const { _ } = useLingui();
  return (
    <FlowPage
      heading={<Trans>Your profile has been changed</Trans>}
      steps={useStepNames()}
      current={2}
    >
      <Done>{_(successText('edit_account'))}</Done>
    </FlowPage>
  );
}

import { useLingui } from '@lingui/react';
import { Trans } from '@lingui/react/macro';
import { rememberedReturnTo } from '@portal/kit/auth';
import { successText } from '@portal/kit/i18n';
import { type LoaderFunctionArgs, useLocale } from '@portal/kit/routing';
import { LinkButton } from '@portal/kit/ui';
import { useState } from 'react';
import { FlowComplete } from '../../../flow/flow-complete.tsx';
import { editFlow, useStepNames } from './flow.ts';

export const loader = ({ request }: LoaderFunctionArgs) => editFlow.openStep(request);

/** Last step: the profile is saved. A member who came from another flow, such as a purchase, gets a link back. */
export function Component() {
  const { _ } = useLingui();
  const locale = useLocale();
  const [errand] = useState(rememberedReturnTo);
  return (
    <FlowComplete
      heading={<Trans>Your profile has been changed</Trans>}
      steps={useStepNames()}
      next={
        errand && (
          <LinkButton wide="onPhone" to={errand.returnTo}>
            {errand[locale]}
          </LinkButton>
        )
      }
    >
      {_(successText('edit_account'))}
    </FlowComplete>
  );
}

import { useLingui } from '@lingui/react';
import { Trans } from '@lingui/react/macro';
import { rememberedRedirect } from '@portal/shared-auth';
import { successText } from '@portal/shared-i18n';
import { type LoaderFunctionArgs, useLocale } from '@portal/shared-routing';
import { LinkButton } from '@portal/shared-ui';
import { FlowPage } from '@portal/shared-ui/forms';
import { type ReactElement, useState } from 'react';
import { Done } from '../../../flow/done.tsx';
import { editFlow } from './flow.ts';
import { useStepNames } from './step-names.ts';

export const loader = ({ request }: LoaderFunctionArgs) => editFlow.openStep(request);

/** Last step: it is saved. Who came from another errand, such as a purchase, is led back to it. */
export function Component(): ReactElement {
  const { _ } = useLingui();
  const locale = useLocale();
  const [errand] = useState(rememberedRedirect);
  return (
    <FlowPage
      heading={<Trans>Your profile has been changed</Trans>}
      steps={useStepNames()}
      current={2}
    >
      <Done next={errand && <LinkButton to={errand.url}>{errand[locale]}</LinkButton>}>
        {_(successText('edit_account'))}
      </Done>
    </FlowPage>
  );
}

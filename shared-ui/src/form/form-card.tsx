import type { ApiError } from '@portal/shared-api';
import type { ReactElement, ReactNode } from 'react';
import { ApiErrorBanner } from '../flow/api-error-banner.tsx';
import { Card, Stack } from '../layout.tsx';
import { ErrorSummary } from './error-summary.tsx';
import type { PortalForm } from './use-portal-form.ts';

type Props = {
  readonly form: Pick<PortalForm, 'props' | 'summary'>;
  /** The error of the form's action, unless a field shows it. */
  readonly error: ApiError | null;
  readonly children: ReactNode;
};

export function FormCard({ form, error, children }: Props): ReactElement {
  return (
    <Card>
      <form {...form.props}>
        <Stack gap="lg">
          <ErrorSummary {...form.summary} />
          <ApiErrorBanner error={error} />
          {children}
        </Stack>
      </form>
    </Card>
  );
}

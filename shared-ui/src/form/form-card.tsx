import { Trans } from '@lingui/react/macro';
import type { ApiError } from '@portal/shared-api';
import { type MouseEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import { errorSummary } from '#styled/recipes/error-summary.js';
import { fieldId } from '../field.tsx';
import { ApiErrorBanner } from '../flow/api-error-banner.tsx';
import { Card, Stack } from '../layout.tsx';
import type { FormSummary, PortalForm } from './use-portal-form.ts';

type Props = {
  readonly form: Pick<PortalForm, 'props' | 'summary'>;
  /** The error of the form's action, unless a field shows it. */
  readonly error: ApiError | null;
  readonly children: ReactNode;
};

export function FormCard({ form, error, children }: Props) {
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

/** Lists all errors at the top of a form. It takes the focus after each rejected submit (design §6.8). */
export function ErrorSummary({ attempt, errors }: FormSummary) {
  const root = useRef<HTMLDivElement>(null);
  const titleId = useId();
  const listId = useId();
  const wrong = errors.length > 0;
  useEffect(() => {
    if (attempt > 0 && wrong) root.current?.focus();
  }, [attempt, wrong]);
  if (!wrong) return null;
  const styles = errorSummary();
  // The order of names and countries differs by language, so that only the form itself knows it.
  const fields = [...document.querySelectorAll('[id^=field-]')].map(({ id }) => id);
  const place = ({ field }: FormSummary['errors'][number]) => fields.indexOf(fieldId(field));
  return (
    // The description has the errors read with the focus, once.
    <section
      ref={root}
      tabIndex={-1}
      aria-labelledby={titleId}
      aria-describedby={listId}
      className={styles.root}
    >
      <h2 id={titleId} className={styles.title}>
        <Trans>Check the following</Trans>
      </h2>
      <ul id={listId} className={styles.list}>
        {[...errors]
          .sort((a, b) => place(a) - place(b))
          .map(({ field, text }) => (
            <li key={field}>
              {field === '' ? (
                text
              ) : (
                <a href={`#${fieldId(field)}`} onClick={goToField(field)} className={styles.link}>
                  {text}
                </a>
              )}
            </li>
          ))}
      </ul>
    </section>
  );
}

/** Focuses the field without following the link, so that the URL does not change. */
function goToField(name: string) {
  return (event: MouseEvent) => {
    const target = document.getElementById(fieldId(name));
    if (!target) return;
    event.preventDefault();
    const control = target.matches('input, select, textarea')
      ? target
      : (target.querySelector<HTMLElement>('input:checked, input, select, textarea') ?? target);
    control.focus();
  };
}

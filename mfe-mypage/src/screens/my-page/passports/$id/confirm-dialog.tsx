import { Trans } from '@lingui/react/macro';
import { Button, Stack } from '@portal/kit/ui';
import { Dialog } from '@portal/kit/ui/dialog';
import { ActionButton, ApiErrorBanner } from '@portal/kit/ui/forms';
import type { ReactElement, ReactNode } from 'react';
import type { PassportChange } from './use-passport-action.ts';

type Props = {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: ReactNode;
  /** Says what will happen. */
  readonly children: ReactNode;
  readonly action: PassportChange;
  /** The label of the button that does it; without one the dialog can only be closed. */
  readonly confirm?: ReactNode;
  readonly onConfirm?: () => void;
  /** The id of a form among the children, which the button submits instead. */
  readonly form?: string;
  readonly danger?: boolean;
};

/** Says what an action does and asks for confirmation (design §4.4). */
export function ConfirmDialog(props: Props): ReactElement {
  const {
    open,
    onClose,
    title,
    children,
    action,
    confirm,
    onConfirm,
    form,
    danger = false,
  } = props;
  const close = () => {
    action.clear();
    onClose();
  };
  return (
    <Dialog
      open={open}
      onClose={close}
      needsAnswer
      title={title}
      actions={
        <>
          <Button variant="outline" onClick={close}>
            {confirm ? <Trans>Not now</Trans> : <Trans>Close</Trans>}
          </Button>
          {confirm && (
            <ActionButton
              action={action}
              variant={danger ? 'danger' : 'solid'}
              {...(form ? { type: 'submit', form } : { onClick: () => onConfirm?.() })}
            >
              {confirm}
            </ActionButton>
          )}
        </>
      }
    >
      <Stack gap="md">
        <ApiErrorBanner error={action.error} />
        {children}
      </Stack>
    </Dialog>
  );
}

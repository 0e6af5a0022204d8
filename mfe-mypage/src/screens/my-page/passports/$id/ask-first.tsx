import { Trans } from '@lingui/react/macro';
import { Button, Stack } from '@portal/shared-ui';
import { Dialog } from '@portal/shared-ui/dialog';
import { ActionButton, Problem } from '@portal/shared-ui/forms';
import type { ReactElement, ReactNode } from 'react';
import type { PassChange } from './use-pass-action.ts';

type Props = {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: ReactNode;
  /** What happens. */
  readonly children: ReactNode;
  readonly action: PassChange;
  /** The button that does it; without one there is nothing to do yet. */
  readonly confirm?: ReactNode;
  readonly onConfirm?: () => void;
  readonly danger?: boolean;
};

/** Says what happens before it does. */
export function AskFirst(props: Props): ReactElement {
  const { open, onClose, title, children, action, confirm, onConfirm, danger = false } = props;
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
              onClick={() => onConfirm?.()}
            >
              {confirm}
            </ActionButton>
          )}
        </>
      }
    >
      <Stack gap="md">
        <Problem error={action.error} />
        {children}
      </Stack>
    </Dialog>
  );
}

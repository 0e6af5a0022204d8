import { Trans } from '@lingui/react/macro';
import type { Result } from '@portal/kit/api';
import type { Act, Endpoint, EndpointAnswer } from '@portal/kit/contract';
import { useRevalidator } from '@portal/kit/routing';
import { Button, type IconName, RowContent, rowLayout, Stack, toast } from '@portal/kit/ui';
import { Dialog } from '@portal/kit/ui/dialog';
import {
  type Action,
  ActionButton,
  ApiErrorBanner,
  type FormCall,
  useAction,
} from '@portal/kit/ui/forms';
import { type ConfirmedAction, useStepUp } from '@portal/kit/ui/step-up';
import { type ReactNode, useState } from 'react';
import { css } from '#css';

/** An action that changes the passport on this page, and the dialog that says what it does first. */
export type PassportAction = Action & {
  /** Runs the call; on success shows a toast, closes the dialog and loads the passport again. */
  readonly change: <E extends Endpoint>(
    ...act: [...FormCall<E>, message: string, onSuccess?: (data: EndpointAnswer<E>) => void]
  ) => void;
  readonly isOpen: boolean;
  readonly open: () => void;
  readonly close: () => void;
};

export function usePassportAction(): PassportAction {
  const action = useAction();
  const { done, ...dialog } = useActionDialog(action, false);
  return {
    ...action,
    ...dialog,
    change: (endpoint, input, ...success) =>
      void action.send(endpoint, input).then((answer) => done(answer, ...success)),
  };
}

/** For an act that is confirmed before its question opens. `place` distinguishes two of one act on this page. */
export function useConfirmedPassportAction(
  act: Act,
  place: string,
): PassportAction & Pick<ConfirmedAction, 'perform'> {
  const action = useStepUp(act, { place });
  const { done, open, ...dialog } = useActionDialog(action, action.returned);
  return {
    ...action,
    ...dialog,
    open: () => action.prepare(open),
    change: (endpoint, input, ...success) =>
      action.perform(endpoint, input, (answer) => done(answer, ...success)),
  };
}

function useActionDialog({ clear }: Action, opened: boolean) {
  const { revalidate } = useRevalidator();
  const [isOpen, setIsOpen] = useState(opened);
  const close = () => {
    clear();
    setIsOpen(false);
  };
  return {
    isOpen,
    open: () => setIsOpen(true),
    close,
    done<T>(answer: Result<T> | undefined, message: string, onSuccess?: (data: T) => void): void {
      if (!answer?.ok) return;
      toast(message);
      close();
      onSuccess?.(answer.data);
      void revalidate();
    },
  };
}

type RowProps = {
  readonly icon: IconName;
  readonly title: ReactNode;
  readonly note: ReactNode;
  readonly action: Pick<PassportAction, 'error' | 'isOpen' | 'open'>;
  readonly children: ReactNode;
};

/** An action as a row that can be pressed. It says why its dialog has not opened. */
export function ActionRow({ icon, title, note, action, children }: RowProps) {
  return (
    <li className={item}>
      <button type="button" className={`${rowLayout()} ${row}`} onClick={action.open}>
        <RowContent icon={icon} title={<span className={name}>{title}</span>} note={note} />
      </button>
      <ApiErrorBanner error={action.isOpen ? null : action.error} />
      {children}
    </li>
  );
}

const item = css({ borderTopWidth: '1px', borderColor: 'line', _first: { borderTopWidth: '0' } });
const row = css({
  width: 'full',
  minHeight: 'target',
  py: '3',
  px: '0',
  border: '0',
  background: 'transparent',
  color: 'ink',
  textAlign: 'start',
  cursor: 'pointer',
});
const name = css({ fontWeight: 'bold', lineHeight: 'tight' });

type DialogProps = {
  readonly action: PassportAction;
  readonly title: ReactNode;
  readonly children: ReactNode;
  /** The label of the button that does it; without one the dialog can only be closed. */
  readonly confirm?: ReactNode;
  readonly onConfirm?: () => void;
  /** The id of a form among the children, which the button submits instead. */
  readonly form?: string;
  readonly danger?: boolean;
};

/** Says what an action does and asks for confirmation (design §4.4). */
export function ConfirmDialog(props: DialogProps) {
  const { action, title, children, confirm, onConfirm, form, danger = false } = props;
  return (
    <Dialog
      open={action.isOpen}
      onClose={action.close}
      needsAnswer
      title={title}
      actions={
        <>
          <Button variant="outline" onClick={action.close}>
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

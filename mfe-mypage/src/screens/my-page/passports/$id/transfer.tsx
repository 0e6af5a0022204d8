import { Trans, useLingui } from '@lingui/react/macro';
import { call } from '@portal/shared-api';
import {
  checkPassportUsername,
  type Passport,
  startPassportTransfer,
  UsernameSchema,
} from '@portal/shared-contract';
import { Button, Stack } from '@portal/shared-ui';
import { Dialog } from '@portal/shared-ui/dialog';
import {
  ActionButton,
  codeOf,
  Problem,
  TextField,
  useAction,
  useFormErrors,
  wordsOf,
} from '@portal/shared-ui/forms';
import { type FormEvent, type ReactElement, useState } from 'react';
import * as v from 'valibot';
import { ActionRow } from './action-row.tsx';
import { usePassAction } from './use-pass-action.ts';

const FORM_ID = 'transfer-to';
const FormSchema = v.object({ username: UsernameSchema });

/** Whom the pass is to go to, as typed, and as the server names them. */
type Receiver = { readonly username: string; readonly other: string };

/** Gives the pass to another member: first whom, then whether really. */
export function Transfer({ pass }: { readonly pass: Passport }): ReactElement {
  const { t } = useLingui();
  const [open, setOpen] = useState(false);
  const [receiver, setReceiver] = useState<Receiver>();
  const [typed, setTyped] = useState('');
  const check = useAction();
  const start = usePassAction();

  const close = () => {
    setOpen(false);
    setReceiver(undefined);
    setTyped('');
    check.clear();
    start.clear();
  };
  async function find(username: string): Promise<void> {
    const answer = await check.run(() =>
      call(checkPassportUsername, { query: { username } }, { purpose: 'form' }),
    );
    if (answer?.ok) setReceiver({ username, other: answer.data.data.other });
  }
  const other = receiver?.other;
  const transfer = ({ username }: Receiver) =>
    start.change(
      () =>
        call(
          startPassportTransfer,
          { params: { id: pass.id }, body: { username } },
          { purpose: 'form' },
        ),
      { say: t`The passport has been offered.`, after: close },
    );

  return (
    <ActionRow
      icon="user"
      title={<Trans>Transfer to another member</Trans>}
      note={<Trans>They receive it once they accept.</Trans>}
      onOpen={() => setOpen(true)}
    >
      <Dialog
        open={open}
        onClose={close}
        needsAnswer
        title={
          receiver ? <Trans>Offer the passport?</Trans> : <Trans>Transfer to another member</Trans>
        }
        actions={
          receiver ? (
            <>
              <Button variant="outline" onClick={() => setReceiver(undefined)}>
                <Trans>Back</Trans>
              </Button>
              <ActionButton action={start} onClick={() => void transfer(receiver)}>
                <Trans>Offer</Trans>
              </ActionButton>
            </>
          ) : (
            <>
              <Button variant="outline" onClick={close}>
                <Trans>Cancel</Trans>
              </Button>
              <ActionButton action={check} type="submit" form={FORM_ID}>
                <Trans>Next</Trans>
              </ActionButton>
            </>
          )
        }
      >
        {receiver ? (
          <Stack gap="md">
            <Problem error={start.error} />
            <p>
              <Trans>
                You are offering this passport to <strong>{other}</strong>.
              </Trans>
            </p>
            <p>
              <Trans>
                Until they answer, its code does not open the gate, and you can take the offer back.
                Once they accept, it is theirs.
              </Trans>
            </p>
          </Stack>
        ) : (
          <WhomForm check={check} typed={typed} onType={setTyped} onFind={find} />
        )}
      </Dialog>
    </ActionRow>
  );
}

type WhomProps = {
  readonly check: ReturnType<typeof useAction>;
  readonly typed: string;
  readonly onType: (text: string) => void;
  readonly onFind: (username: string) => Promise<void>;
};

function WhomForm({ check, typed, onType, onFind }: WhomProps): ReactElement {
  const { t, i18n } = useLingui();
  const form = useFormErrors(FormSchema);
  const unknown = codeOf(check.error) === 'ap_passport.user.not_found';
  const submit = (event: FormEvent<HTMLFormElement>) => {
    form.formProps.onSubmit(event);
    if (event.defaultPrevented) return;
    event.preventDefault();
    void onFind(v.parse(UsernameSchema, typed));
  };
  return (
    <form {...form.formProps} id={FORM_ID} onSubmit={submit} aria-label={t`Receiver`}>
      <Stack gap="md">
        {!unknown && <Problem error={check.error} />}
        <TextField
          name="username"
          label={<Trans>Member number or e-mail address</Trans>}
          hint={<Trans>Please ask the member for it. It stands on their My page.</Trans>}
          error={unknown && check.error ? i18n._(wordsOf(check.error)) : form.errorOf('username')}
          required
          value={typed}
          onChange={(event) => {
            onType(event.target.value);
            check.clear();
          }}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      </Stack>
    </form>
  );
}

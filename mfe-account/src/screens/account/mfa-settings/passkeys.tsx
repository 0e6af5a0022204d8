import { Trans, useLingui } from '@lingui/react/macro';
import {
  keepsStrongSteps,
  mayRemove,
  type Passkey,
  removePasskey,
  renamePasskey,
  type SignInMethods,
} from '@portal/kit/contract';
import { formatDate } from '@portal/kit/i18n';
import { useRevalidator } from '@portal/kit/routing';
import { Banner, Button, Inline, Stack, StatusChip, Text, toast } from '@portal/kit/ui';
import {
  ActionButton,
  ApiErrorBanner,
  TextField,
  useAction,
  usePortalForm,
} from '@portal/kit/ui/forms';
import { canAskForPasskey, StepUpArea, useCreatePasskey, useStepUp } from '@portal/kit/ui/step-up';
import { type ReactElement, useState } from 'react';
import * as v from 'valibot';
import { css } from '#css';
import { PasskeyCount, RemainingSignInMethods } from '../../../sign-in-methods.tsx';
import { focusRow, isBackFrom, SettingRow } from '../setting-row.tsx';
import { NeededWithoutCodes } from './needed-without-codes.tsx';

type Props = { readonly passkeys: readonly Passkey[]; readonly methods: SignInMethods };
const ID = 'passkeys';
const NAME_MAX = 60;
const NameSchema = v.object({
  name: v.pipe(
    v.string(),
    v.trim(),
    v.nonEmpty('required'),
    v.maxLength(NAME_MAX, 'length.too_long'),
  ),
});

export function Passkeys({ passkeys, methods }: Props) {
  const { revalidate } = useRevalidator();
  const { action, create, about } = useCreatePasskey(() => void revalidate());
  const supported = canAskForPasskey();

  return (
    <SettingRow
      id={ID}
      label={<Trans>Passkeys</Trans>}
      value={<PasskeyCount count={passkeys.length} />}
      opened={action.returned || isBackFrom('remove_passkey')}
    >
      <StepUpArea action={action}>
        {about}
        {passkeys.length > 0 && (
          <ul className={list}>
            {passkeys.map((passkey) => (
              <OnePasskey key={passkey.id} passkey={passkey} methods={methods} />
            ))}
          </ul>
        )}
        {supported ? (
          <div>
            <ActionButton wide="onPhone" variant="outline" action={action} onClick={create}>
              <Trans>Add a passkey</Trans>
            </ActionButton>
          </div>
        ) : (
          <Text size="sm" tone="muted">
            <Trans>This browser cannot create passkeys.</Trans>
          </Text>
        )}
      </StepUpArea>
    </SettingRow>
  );
}

type OneProps = { readonly passkey: Passkey; readonly methods: SignInMethods };

function OnePasskey({ passkey, methods }: OneProps) {
  const { t } = useLingui();
  const { revalidate } = useRevalidator();
  const { id, name, created_at, last_used_at, backed_up } = passkey;
  const action = useStepUp('remove_passkey', { inside: true, place: id, finish: remove });
  const [mode, setMode] = useState<'shown' | 'renaming' | 'removing'>('shown');
  const prevented = whyKept(methods);
  const added = formatDate(created_at);

  function remove(): void {
    action.perform(removePasskey, { params: { id } }, (answer) => {
      if (!answer.ok) return;
      toast(t`The passkey has been removed.`);
      focusRow(ID);
      void revalidate();
    });
  }

  return (
    <li className={item}>
      <StepUpArea action={action}>
        <Stack gap="sm">
          {mode === 'renaming' ? (
            <Rename passkey={passkey} onDone={() => setMode('shown')} />
          ) : (
            <>
              <Inline>
                <strong>{name}</strong>
                {backed_up && (
                  <StatusChip>
                    <Trans>Synced</Trans>
                  </StatusChip>
                )}
              </Inline>
              <Text size="sm" tone="muted">
                {last_used_at ? (
                  <Trans>
                    Added on {added}, last used on {formatDate(last_used_at)}
                  </Trans>
                ) : (
                  <Trans>Added on {added}, not used yet</Trans>
                )}
              </Text>
            </>
          )}
          <ApiErrorBanner error={action.error} />
          {mode === 'removing' &&
            (prevented ?? <RemainingSignInMethods without="passkey" methods={methods} />)}
          {mode === 'shown' && (
            <Inline>
              <Button
                size="sm"
                variant="outline"
                aria-label={t`Rename ${name}`}
                onClick={() => setMode('renaming')}
              >
                <Trans>Rename</Trans>
              </Button>
              <Button
                size="sm"
                variant="outline"
                aria-label={t`Remove ${name}`}
                onClick={() => setMode('removing')}
              >
                <Trans>Remove</Trans>
              </Button>
            </Inline>
          )}
          {mode === 'removing' && (
            <Inline>
              {!prevented && (
                <ActionButton size="sm" variant="danger" action={action} onClick={remove}>
                  <Trans>Remove this passkey</Trans>
                </ActionButton>
              )}
              <Button size="sm" variant="outline" onClick={() => setMode('shown')}>
                <Trans>Keep it</Trans>
              </Button>
            </Inline>
          )}
        </Stack>
      </StepUpArea>
    </li>
  );
}

function whyKept(methods: SignInMethods): ReactElement | undefined {
  if (mayRemove(methods, 'passkey')) {
    return keepsStrongSteps(methods, 'passkey') ? undefined : <NeededWithoutCodes />;
  }
  return (
    <Banner tone="warning">
      <Trans>
        This is your only way to sign in, so it cannot be removed. Add another one first.
      </Trans>
    </Banner>
  );
}

function Rename({ passkey, onDone }: { readonly passkey: Passkey; readonly onDone: () => void }) {
  const { t } = useLingui();
  const { revalidate } = useRevalidator();
  const form = usePortalForm({
    schema: NameSchema,
    initialValues: { name: passkey.name },
    onSubmit: submit,
  });
  const action = useAction();

  async function submit(body: v.InferOutput<typeof NameSchema>): Promise<void> {
    const answer = await action.send(renamePasskey, { params: { id: passkey.id }, body });
    if (!answer?.ok) return;
    await revalidate();
    onDone();
  }

  return (
    <form {...form.props}>
      <Stack gap="sm">
        <ApiErrorBanner error={action.error} />
        <TextField
          {...form.text('name')}
          label={t`Name of the passkey`}
          maxLength={NAME_MAX}
          required
          autoComplete="off"
        />
        <Inline>
          <ActionButton type="submit" size="sm" action={action}>
            <Trans>Save the name</Trans>
          </ActionButton>
          <Button size="sm" variant="outline" onClick={onDone}>
            <Trans>Leave as it is</Trans>
          </Button>
        </Inline>
      </Stack>
    </form>
  );
}

const list = css({ display: 'grid', gap: '3' });
const item = css({ borderWidth: '1px', borderColor: 'line', rounded: 'md', p: '4' });

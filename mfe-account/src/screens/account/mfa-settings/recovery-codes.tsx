import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { makeRecoveryCodes, type SignInMethods } from '@portal/kit/contract';
import { useRevalidator } from '@portal/kit/routing';
import { Banner, Button, Inline, Stack, Text, toast, useFocusAfterChange } from '@portal/kit/ui';
import { ActionButton, ApiErrorBanner } from '@portal/kit/ui/forms';
import { StepUpArea, useStepUp } from '@portal/kit/ui/step-up';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { css } from '#css';
import { saveAsFile } from '../../../data/save-as-file.ts';
import { RecoveryCodeCount } from '../../../sign-in-methods.tsx';
import { focusRow, isBackFrom, SettingRow } from '../setting-row.tsx';

const ID = 'recovery-codes';

export function RecoveryCodes({ methods }: { readonly methods: SignInMethods }) {
  const { revalidate } = useRevalidator();
  const action = useStepUp('make_recovery_codes', { inside: true, finish: make });
  const [codes, setCodes] = useState<readonly string[]>();
  const left = methods.second_step.recovery_codes_left;
  useFocusAfterChange(codes, () => focusRow(ID));

  function make(): void {
    action.perform(makeRecoveryCodes, {}, (answer) => {
      if (!answer.ok) return;
      setCodes(answer.data.data.recovery_codes);
      void revalidate();
    });
  }

  return (
    <SettingRow
      id={ID}
      label={<Trans>Recovery codes</Trans>}
      value={<RecoveryCodeCount count={left} />}
      opened={isBackFrom('make_recovery_codes')}
    >
      <StepUpArea action={action}>
        <ApiErrorBanner error={action.error} />
        {codes ? (
          <NewRecoveryCodes codes={codes} onKept={() => setCodes(undefined)} />
        ) : (
          <>
            <Text>
              {left === 0 ? (
                <Trans>
                  Ten codes to keep in a safe place, for when you lose your phone or an email does
                  not arrive.
                </Trans>
              ) : (
                <Plural
                  value={left}
                  one="You have # unused recovery code. It stops working when you create new ones."
                  other="You have # unused recovery codes. They stop working when you create new ones."
                />
              )}
            </Text>
            <div>
              <ActionButton wide="onPhone" variant="outline" action={action} onClick={make}>
                {left === 0 ? (
                  <Trans>Create recovery codes</Trans>
                ) : (
                  <Trans>Create new codes</Trans>
                )}
              </ActionButton>
            </div>
          </>
        )}
      </StepUpArea>
    </SettingRow>
  );
}

const FILE_NAME = 'recovery-codes.txt';

type Props = { readonly codes: readonly string[]; readonly onKept: () => void };

export function NewRecoveryCodes({ codes, onKept }: Props) {
  const { t } = useLingui();
  const root = useRef<HTMLElement>(null);
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => root.current?.focus(), []);
  const text = `${codes.join('\n')}\n`;

  return (
    <section ref={root} tabIndex={-1} aria-label={t`Keep these recovery codes`}>
      <Stack gap="md">
        <Banner tone="warning" title={<Trans>Keep these recovery codes</Trans>}>
          <Trans>
            They are shown only this once. Each code works once as your second step, when no other
            way is available.
          </Trans>
        </Banner>
        <ul ref={list} className={listStyle}>
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <Inline>
          <CopyButton text={text} copied={t`The codes have been copied.`} shown={list} />
          <Button
            wide="onPhone"
            variant="outline"
            onClick={() => saveAsFile(FILE_NAME, text, 'text/plain')}
          >
            <Trans>Save as a file</Trans>
          </Button>
          <Button wide="onPhone" onClick={onKept}>
            <Trans>I have saved them</Trans>
          </Button>
        </Inline>
      </Stack>
    </section>
  );
}

type CopyProps = {
  readonly text: string;
  readonly copied: string;
  /** Where the text is shown: it is selected if the browser refuses to copy. */
  readonly shown: RefObject<HTMLElement | null>;
  readonly children?: ReactNode;
};

export function CopyButton({ text, copied, shown, children }: CopyProps) {
  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
      toast(copied);
    } catch {
      if (shown.current) window.getSelection()?.selectAllChildren(shown.current);
    }
  }
  return (
    <Button wide="onPhone" variant="outline" onClick={() => void copy()}>
      {children ?? <Trans>Copy</Trans>}
    </Button>
  );
}

const listStyle = css({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(10rem, 100%), 1fr))',
  columnGap: '6',
  rowGap: '2',
  bg: 'sunken',
  rounded: 'md',
  p: '4',
  fontFamily: 'monospace',
  overflowWrap: 'anywhere',
});

import { Trans, useLingui } from '@lingui/react/macro';
import { Banner, Button, Inline, Stack, toast } from '@portal/kit/ui';
import { type ReactElement, type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { css } from '#css';
import { saveAsFile } from '../../../data/save-as-file.ts';

const FILE_NAME = 'recovery-codes.txt';

type Props = { readonly codes: readonly string[]; readonly onKept: () => void };

/** New recovery codes, shown only once, to copy, download or write down. */
export function NewRecoveryCodes({ codes, onKept }: Props): ReactElement {
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
  /** What a toast says afterwards. */
  readonly copied: string;
  /** Where the text is shown: it is selected if the browser refuses to copy. */
  readonly shown: RefObject<HTMLElement | null>;
  readonly children?: ReactNode;
};

/** Copies a text, and says so. */
export function CopyButton({ text, copied, shown, children }: CopyProps): ReactElement {
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

import { Trans } from '@lingui/react/macro';
import { Button, toast } from '@portal/kit/ui';
import type { ReactElement, ReactNode, RefObject } from 'react';

type Props = {
  readonly text: string;
  /** What a toast says afterwards. */
  readonly copied: string;
  /** Where the text is shown: it is selected if the browser refuses to copy. */
  readonly shown: RefObject<HTMLElement | null>;
  readonly children?: ReactNode;
};

/** Copies a text, and says so. */
export function CopyButton({ text, copied, shown, children }: Props): ReactElement {
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

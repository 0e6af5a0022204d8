import type { ChangeEvent, ReactElement, ReactNode } from 'react';
import { css } from '#css';

/** Any image: whether the browser can decode it shows when it is loaded. */
const ACCEPTED = 'image/*';

type FileButtonProps = {
  readonly camera?: boolean;
  readonly onChoose: (event: ChangeEvent<HTMLInputElement>) => Promise<void>;
  readonly describedBy: string | undefined;
  readonly children: ReactNode;
};

/** A file input that looks like a button. */
export function FileButton(props: FileButtonProps): ReactElement {
  const { camera = false, onChoose, describedBy, children } = props;
  return (
    <label className={fileButton} data-camera={camera || undefined}>
      <input
        type="file"
        accept={ACCEPTED}
        {...(camera ? { capture: 'user' as const } : {})}
        aria-describedby={describedBy}
        onChange={(event) => void onChoose(event)}
        className={fileInput}
      />
      {children}
    </label>
  );
}

const fileButton = css({
  position: 'relative',
  display: 'inline-flex',
  alignItems: 'center',
  justifyContent: 'center',
  gap: '2',
  minHeight: 'target',
  px: '5',
  border: '1px solid token(colors.outline)',
  borderRadius: 'md',
  background: 'surface',
  color: 'ink',
  fontWeight: 'medium',
  cursor: 'pointer',
  _hover: { background: 'sunken' },
  '&:focus-within': { outline: '3px solid token(colors.focus)', outlineOffset: '2px' },
  // A desktop opens the file dialog for `capture` too, so only touch devices show that button.
  '@media (pointer: fine)': { '&[data-camera]': { display: 'none' } },
});
const fileInput = css({
  position: 'absolute',
  inset: '0',
  boxSize: 'full',
  opacity: '0',
  cursor: 'pointer',
});

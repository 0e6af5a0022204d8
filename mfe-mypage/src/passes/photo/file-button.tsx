import type { ChangeEvent, ReactElement, ReactNode } from 'react';
import { css } from '#css';

/** What a browser may be able to read; what it cannot, it says. */
const ACCEPTED = 'image/*';

type FileButtonProps = {
  readonly camera?: boolean;
  readonly onChoose: (event: ChangeEvent<HTMLInputElement>) => Promise<void>;
  readonly describedBy: string | undefined;
  readonly children: ReactNode;
};

/** The device's own way to a picture, which looks like a button. */
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
  border: '1px solid',
  borderColor: 'outline',
  borderRadius: 'md',
  background: 'surface',
  color: 'ink',
  fontWeight: 'medium',
  cursor: 'pointer',
  _hover: { background: 'sunken' },
  '&:focus-within': { outline: '3px solid token(colors.focus)', outlineOffset: '2px' },
  // A computer has no camera to hold in front of oneself: there the file is the way.
  '@media (pointer: fine)': { '&[data-camera]': { display: 'none' } },
});
const fileInput = css({
  position: 'absolute',
  inset: '0',
  width: 'full',
  height: 'full',
  opacity: '0',
  cursor: 'pointer',
});

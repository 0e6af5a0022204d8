import type { Passport } from '@portal/shared-contract';
import type { ReactElement } from 'react';
import { css } from '#css';
import { HolderCaption, QrCodeWithTimer, QrNotes, QrUnavailable } from './qr-face.tsx';
import type { GateCodes } from './use-gate-codes.ts';

type Props = { readonly passport: Passport; readonly codes: GateCodes };

/** A passport's code on a white screen, with its holder, whom the staff look for (product §14.81). */
export function CodeAtGate({ passport, codes }: Props): ReactElement {
  return (
    <div className={codeAndHolder}>
      <div className={codePlace}>
        {codes.shown ? <QrCodeWithTimer shown={codes.shown} /> : <QrUnavailable codes={codes} />}
      </div>
      <div className={beside}>
        <HolderCaption passport={passport} />
        <div className={notes}>
          <QrNotes codes={codes} />
        </div>
      </div>
    </div>
  );
}

// Below each other; on a phone that lies on its side, the holder is beside the code.
const codeAndHolder = css({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'center',
  gap: '4',
  width: 'full',
});
const codePlace = css({
  '--side': { base: 'min(92vw, 56dvh)', _landscape: 'min(50vw, 70dvh)' },
  display: 'grid',
  placeItems: 'center',
  width: 'var(--side)',
  minHeight: 'var(--side)',
});
const beside = css({ display: 'grid', justifyItems: 'center', gap: '4' });
// Words have the colors of the appearance, so they bring their ground with them.
const notes = css({
  background: 'surface',
  borderRadius: 'md',
  px: '3',
  py: '1',
  _empty: { display: 'none' },
});

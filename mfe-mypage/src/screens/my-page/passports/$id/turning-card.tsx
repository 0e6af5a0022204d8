import { Trans, useLingui } from '@lingui/react/macro';
import type { Passport } from '@portal/shared-contract';
import { announce, Button, Icon } from '@portal/shared-ui';
import { type ReactElement, useState } from 'react';
import { css } from '#css';
import { PassCard } from '../../../../passes/pass-card.tsx';
import { isSpent } from '../../../../passes/what-can-be-done.ts';
import { BrightCode } from './bright-code.tsx';
import { CodeFace, CodeNotes } from './code-face.tsx';
import { useCodes } from './use-codes.ts';
import { useWakeLock } from './wake-lock.ts';

/** The card, which turns over to its code where the pass opens a gate. */
export function TurningCard({ pass }: { readonly pass: Passport }): ReactElement {
  const { t } = useLingui();
  const opensGate = pass.qr_code_url !== null;
  const [wanted, setTurned] = useState(false);
  const [large, setLarge] = useState(false);
  const turned = wanted && opensGate;
  const codes = useCodes(pass.id, turned);
  useWakeLock(turned);

  const turn = () => {
    announce(turned ? t`The front of the card is shown.` : t`The code for the gate is shown.`);
    setTurned(!turned);
  };
  return (
    <div className={place}>
      <div className={scene}>
        <div className={card} data-turned={turned || undefined}>
          <div className={side} inert={turned}>
            <PassCard pass={{ ...pass, spent: isSpent(pass) }} cut="tall" />
          </div>
          {opensGate && (
            <div className={side} data-side="back" inert={!turned}>
              <CodeFace pass={pass} codes={codes} onEnlarge={() => setLarge(true)} />
            </div>
          )}
        </div>
      </div>
      {opensGate && (
        <div className={under}>
          {turned && <CodeNotes codes={codes} />}
          <Button size="lg" wide variant={turned ? 'outline' : 'solid'} onClick={turn}>
            <Icon name={turned ? 'card' : 'ticket'} />
            {turned ? <Trans>Back to the card</Trans> : <Trans>Show the QR code</Trans>}
          </Button>
        </div>
      )}
      {turned && large && <BrightCode codes={codes} onClose={() => setLarge(false)} />}
    </div>
  );
}

const place = css({
  display: 'grid',
  gap: '4',
  width: 'full',
  maxWidth: '22rem',
  mx: 'auto',
});
const scene = css({ perspective: '75rem' });
const card = css({
  position: 'relative',
  display: 'grid',
  aspectRatio: '5 / 7',
  transformStyle: 'preserve-3d',
  transitionProperty: 'transform',
  transitionDuration: 'normal',
  transitionTimingFunction: 'out',
  '&[data-turned]': { transform: 'rotateY(180deg)' },
});
// Both sides lie in one cell, so that the card is as high as the longer of them.
const side = css({
  gridArea: '1 / 1',
  display: 'grid',
  minWidth: '0',
  backfaceVisibility: 'hidden',
  '&[data-side=back]': { transform: 'rotateY(180deg)' },
});
const under = css({ display: 'grid', gap: '3' });

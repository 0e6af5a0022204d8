import { Trans, useLingui } from '@lingui/react/macro';
import { type KeptPass, keptPasses } from '@portal/shared-auth';
import { passportDates } from '@portal/shared-contract';
import { offlineCode } from '@portal/shared-contract/offline-code';
import { formatDate, formatName } from '@portal/shared-i18n';
import { useLocale } from '@portal/shared-routing';
import { Button } from '@portal/shared-ui';
import { QrCode } from '@portal/shared-ui/qr-code';
import { useEffect, useState } from 'react';
import { css } from '#css';

const TICK_MS = 1_000;

/** The passes on this device with their codes, where the part that shows them has failed; nothing without any. */
export function KeptPasses() {
  const [passes, setPasses] = useState<readonly KeptPass[]>([]);
  const [chosen, setChosen] = useState(0);
  useEffect(() => {
    keptPasses().then(setPasses, () => undefined);
  }, []);
  const locale = useLocale();
  const shown = passes[chosen];
  if (!shown) return null;
  return (
    <section className={place} aria-labelledby="kept-passes">
      <h2 id="kept-passes" className={heading}>
        <Trans>Your passports on this device</Trans>
      </h2>
      {passes.length > 1 && (
        <div className={names}>
          {passes.map(({ pass }, index) => (
            <Button
              key={pass.id}
              size="sm"
              variant={index === chosen ? 'light' : 'lift'}
              aria-pressed={index === chosen}
              onClick={() => setChosen(index)}
            >
              {formatName(pass.holder, { locale })}
            </Button>
          ))}
        </div>
      )}
      <Ticket key={shown.pass.id} kept={shown} />
    </section>
  );
}

function Ticket({ kept: { pass, codes } }: { readonly kept: KeptPass }) {
  const { t } = useLingui();
  const locale = useLocale();
  const code = useCode(codes);
  const dates = passportDates(pass);
  const until = formatDate(dates.until);
  const from = dates.kind === 'range' ? formatDate(dates.from) : '';
  return (
    <div className={pane}>
      {code ? (
        <QrCode text={code} label={t`QR code for the gate`} className={square} />
      ) : (
        <p>
          <Trans>There is no code for this passport on this device right now.</Trans>
        </p>
      )}
      <div className={holder}>
        {pass.photo && <img src={pass.photo} alt="" className={photo} />}
        <div>
          <p className={name}>{formatName(pass.holder, { locale })}</p>
          <p>
            {from ? (
              <Trans>
                {from} – {until}
              </Trans>
            ) : (
              <Trans>Valid until {until}</Trans>
            )}
          </p>
        </div>
      </div>
    </div>
  );
}

/** The text of the code of this moment, made by this device. */
function useCode(codes: KeptPass['codes']): string | undefined {
  const [text, setText] = useState<string>();
  useEffect(() => {
    if (!codes) return undefined;
    let isCurrent = true;
    const draw = async () => {
      const now = Date.now() - codes.deviceOffset;
      const code = await offlineCode(codes.grant, codes.key, now);
      if (isCurrent) setText(code?.text);
    };
    const tick = () => void draw().catch(() => undefined);
    tick();
    const timer = setInterval(tick, TICK_MS);
    return () => {
      isCurrent = false;
      clearInterval(timer);
    };
  }, [codes]);
  return text;
}

const place = css({
  display: 'grid',
  justifyItems: 'center',
  gap: '4',
  p: '5',
  borderRadius: 'xl',
  background: 'fixed.ground',
  color: 'fixed.white',
  _forcedColors: { border: '1px solid' },
});
const heading = css({ textStyle: 'heading' });
const names = css({ display: 'flex', flexWrap: 'wrap', justifyContent: 'center', gap: '2' });
const pane = css({
  display: 'grid',
  justifyItems: 'center',
  gap: '3',
  width: 'min(22rem, 100%)',
  p: '4',
  borderRadius: 'xl',
  background: 'fixed.white',
  color: 'fixed.ink',
  forcedColorAdjust: 'none',
});
const square = css({ display: 'block', width: 'full', height: 'auto' });
const holder = css({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '4' });
const photo = css({
  width: '4.5rem',
  aspectRatio: '3 / 4',
  objectFit: 'cover',
  borderRadius: 'md',
});
const name = css({ fontWeight: 'bold', fontSize: 'xl', lineHeight: 'tight' });

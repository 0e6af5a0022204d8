import { Trans, useLingui } from '@lingui/react/macro';
import { lookUpAddress } from '@portal/shared-api';
import { type Address, formatPostalCode, normalizePostalCode } from '@portal/shared-contract';
import { useLocale } from '@portal/shared-routing';
import { useRef, useState } from 'react';
import { towns } from '#styled/recipes/towns.js';
import { Button } from '../../button.tsx';
import { Text } from '../../layout.tsx';
import { announce } from '../../live-region.tsx';
import { TextField } from '../../text-field.tsx';
import { fieldsToEmpty, fieldsToFill, isSamePlace, type Place, placeOf } from './towns.ts';

export type PostalCodeFieldProps = {
  readonly label: string;
  readonly value: string;
  readonly place: Place;
  readonly error: string | undefined;
  readonly required: boolean;
  readonly onChange: (change: Partial<Place> & { readonly postal_code?: string }) => void;
  readonly onLeave: () => void;
};

type Found =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'unreachable' }
  | { readonly kind: 'none' }
  | { readonly kind: 'towns'; readonly towns: readonly Address[] };

const DIGITS = /^\d{7}$/;

/** A Japanese postal code. It fills in the address, or offers the towns of the code. */
export function PostalCodeField(props: PostalCodeFieldProps) {
  const { label, value, place, error, required, onChange, onLeave } = props;
  const { t } = useLingui();
  const [found, setFound] = useState<Found>({ kind: 'nothing' });
  const asked = useRef(normalizePostalCode(value));
  const filled = useRef<Partial<Place>>({});
  const latest = useRef(place);
  latest.current = place;

  const typed = (text: string) => {
    onChange({ postal_code: text });
    const code = normalizePostalCode(text);
    if (code === asked.current) return;
    asked.current = code;
    setFound({ kind: 'nothing' });
    if (DIGITS.test(code)) void ask(code);
  };

  async function ask(code: string): Promise<void> {
    const answer = await lookUpTowns(code);
    // The code has changed meanwhile, so this answer is out of date.
    if (asked.current !== code) return;
    const [town, ...others] = answer ?? [];
    if (!town || others.length > 0) removeFilled();
    if (answer === undefined) return setFound({ kind: 'unreachable' });
    if (!town) return setFound({ kind: 'none' });
    if (others.length > 0) return setFound({ kind: 'towns', towns: answer });
    const change = fieldsToFill(latest.current, filled.current, placeOf(town));
    if (Object.keys(change).length > 0) {
      filled.current = { ...filled.current, ...change };
      onChange(change);
      announce(t`The address has been filled in from the postal code.`);
    }
    const after = { ...latest.current, ...change };
    if (!isSamePlace(after, placeOf(town))) setFound({ kind: 'towns', towns: answer });
  }

  /** An address that came from the earlier code is not that of the new one. */
  function removeFilled(): void {
    const change = fieldsToEmpty(latest.current, filled.current);
    filled.current = {};
    if (Object.keys(change).length === 0) return;
    onChange(change);
    announce(t`The address of the earlier postal code has been removed.`);
  }

  const take = (town: Address) => {
    filled.current = placeOf(town);
    onChange(placeOf(town));
    setFound({ kind: 'nothing' });
    announce(t`The address has been filled in from the postal code.`);
    document.getElementById('field-address')?.focus();
  };

  return (
    <>
      <TextField
        name="postal_code"
        label={label}
        hint={
          found.kind === 'none'
            ? t`We do not know this postal code. Enter the address yourself.`
            : found.kind === 'unreachable'
              ? t`We could not look up the address. Enter it yourself.`
              : t`Seven digits. We fill in the address for you.`
        }
        error={error}
        required={required}
        inputMode="numeric"
        autoComplete="postal-code"
        maxLength={16}
        value={value}
        onChange={(event) => {
          const { isComposing } = event.nativeEvent as InputEvent;
          if (isComposing) onChange({ postal_code: event.target.value });
          else typed(event.target.value);
        }}
        onCompositionEnd={(event) => typed(event.currentTarget.value)}
        onBlur={(event) => {
          typed(formatPostalCode(normalizePostalCode(event.target.value)));
          onLeave();
        }}
      />
      {found.kind === 'towns' && <Towns towns={found.towns} onTake={take} />}
    </>
  );
}

type TownsProps = {
  readonly towns: readonly Address[];
  readonly onTake: (town: Address) => void;
};

function Towns({ towns: offered, onTake }: TownsProps) {
  const locale = useLocale();
  const styles = towns();
  return (
    <div role="status" className={styles.root}>
      <Text size="sm">
        {offered.length > 1 ? (
          <Trans>This postal code covers several towns. Choose yours.</Trans>
        ) : (
          <Trans>
            This postal code belongs to a different address. Would you like to use that one?
          </Trans>
        )}
      </Text>
      <ul className={styles.list}>
        {offered.map((town) => (
          <li key={`${town.city} ${town.town}`}>
            <Button variant="outline" size="sm" onClick={() => onTake(town)}>
              {town.prefecture.name[locale]} {town.city} {town.town}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Returns the towns of a code, none if the code is unknown, or undefined if the look-up failed. */
async function lookUpTowns(code: string): Promise<readonly Address[] | undefined> {
  const answer = await lookUpAddress(code);
  if (answer.ok) return answer.data;
  return answer.error.kind === 'api' && answer.error.status === 404 ? [] : undefined;
}

import { type ChangeEvent, type CompositionEvent, type ReactElement, useState } from 'react';
import { pinInput } from '#styled/recipes/pin-input.js';
import { FieldFrame, type FieldProps, useControlTies } from '../field.tsx';

/** decisions.md «Verification codes»: six digits. */
export const CODE_LENGTH = 6;

export type PinInputProps = FieldProps & {
  readonly name: string;
  readonly length?: number;
  readonly onChange?: (code: string) => void;
  /** The last digit has been entered. */
  readonly onComplete?: (code: string) => void;
  readonly autoFocus?: boolean;
};

/**
 * A code, a box per digit. Beneath the boxes lies one ordinary field: so a paste, the phone's
 * suggestion of the code, an input method with full-width digits and a screen reader work as in any
 * field (six fields of one digit each break all four).
 */
export function PinInput(props: PinInputProps): ReactElement {
  const { label, hint, error, required = false, name, length = CODE_LENGTH } = props;
  const { onChange, onComplete, autoFocus = false } = props;
  const [shown, setShown] = useState('');
  const [caret, setCaret] = useState<number | undefined>();
  const ties = useControlTies({ hint, error, required }, name);
  const styles = pinInput();

  const settle = (typed: string) => {
    const code = digitsOf(typed).slice(0, length);
    setShown(code);
    if (code === shown) return;
    onChange?.(code);
    if (code.length === length) onComplete?.(code);
  };
  const change = (event: ChangeEvent<HTMLInputElement>) => {
    // What an input method has not settled yet is shown as it is.
    if ((event.nativeEvent as InputEvent).isComposing) setShown(event.target.value);
    else settle(event.target.value);
  };
  const compositionEnded = (event: CompositionEvent<HTMLInputElement>) =>
    settle(event.currentTarget.value);

  return (
    <FieldFrame {...{ label, hint, error, required }} id={ties.id}>
      <div className={styles.boxes}>
        {Array.from({ length }, (_, at) => (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: a box is its place
            key={at}
            aria-hidden="true"
            className={styles.box}
            data-invalid={error ? true : undefined}
            data-current={caret === at ? true : undefined}
          >
            {[...shown][at]}
          </span>
        ))}
        <input
          {...ties}
          name={name}
          value={shown}
          onChange={change}
          onCompositionEnd={compositionEnded}
          onSelect={(event) => setCaret(boxAt(event.currentTarget, length))}
          onBlur={() => setCaret(undefined)}
          type="text"
          inputMode="numeric"
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          // biome-ignore lint/a11y/noAutofocus: only where the code is all that the page asks for
          autoFocus={autoFocus}
          className={styles.field}
        />
      </div>
    </FieldFrame>
  );
}

/** The digits of what was typed or pasted: full-width ones count, spaces and hyphens do not. */
export function digitsOf(typed: string): string {
  return typed.normalize('NFKC').replace(/\D/g, '');
}

/** The box in which the next digit will stand. */
function boxAt({ selectionStart }: HTMLInputElement, length: number): number {
  return Math.min(selectionStart ?? 0, length - 1);
}

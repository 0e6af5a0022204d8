import { type ChangeEvent, useState } from 'react';
import { pinInput } from '#styled/recipes/pin-input.js';
import { FieldFrame, type FieldProps, useControlTies } from '../field.tsx';

const CODE_LENGTH = 6;

export type PinInputProps = FieldProps & {
  readonly name: string;
  readonly value: string;
  readonly onChange: (code: string) => void;
  readonly onComplete?: (code: string) => void;
  readonly onLeave?: () => void;
  readonly autoFocus?: boolean;
  /** The id of a text that is read with the label while there is no error. */
  readonly describedBy?: string;
};

/**
 * A code, shown as one box per digit (design §6.3). Behind them lies a single input, so that pasting, autofill, input
 * methods with full-width digits and screen readers work; six inputs of one digit each break all four.
 */
export function PinInput(props: PinInputProps) {
  const { label, hint, error, required = false, name, value, onChange, onComplete } = props;
  const { onLeave, autoFocus = false, describedBy } = props;
  // The text that an input method is composing, shown unchanged until it is committed.
  const [composing, setComposing] = useState<string>();
  const [caret, setCaret] = useState<number | undefined>();
  const ties = useControlTies({ hint, error, required }, name);
  const styles = pinInput();
  const shown = composing ?? value;

  const settle = (typed: string) => {
    const code = digitsOf(typed).slice(0, CODE_LENGTH);
    setComposing(undefined);
    if (code === value) return;
    onChange(code);
    if (code.length === CODE_LENGTH) onComplete?.(code);
  };
  const change = (event: ChangeEvent<HTMLInputElement>) => {
    if ((event.nativeEvent as InputEvent).isComposing) setComposing(event.target.value);
    else settle(event.target.value);
  };

  return (
    <FieldFrame {...{ label, hint, error, required }} id={ties.id}>
      <div className={styles.boxes}>
        {Array.from({ length: CODE_LENGTH }, (_, at) => (
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
          aria-describedby={ties['aria-describedby'] ?? describedBy}
          name={name}
          value={shown}
          onChange={change}
          onCompositionEnd={(event) => settle(event.currentTarget.value)}
          onSelect={(event) => setCaret(boxAt(event.currentTarget))}
          onBlur={() => {
            setCaret(undefined);
            onLeave?.();
          }}
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

/** Returns the digits of a typed or pasted text, full-width ones included. */
const digitsOf = (typed: string) => typed.normalize('NFKC').replace(/\D/g, '');

/** Returns the index of the box that takes the next digit. */
const boxAt = ({ selectionStart }: HTMLInputElement) =>
  Math.min(selectionStart ?? 0, CODE_LENGTH - 1);

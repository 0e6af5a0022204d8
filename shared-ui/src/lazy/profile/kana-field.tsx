import { toKatakana } from '@portal/shared-contract';
import type { ReactElement, ReactNode } from 'react';
import { TextField } from '../../text-field.tsx';

export type KanaFieldProps = {
  readonly name: string;
  readonly label: ReactNode;
  readonly error: string | undefined;
  readonly required: boolean;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly onLeave: () => void;
};

/**
 * A field for a name's reading in katakana, however it is typed. It converts when
 * an input method commits a word and when the field is left, never during composition, which would
 * break the input method.
 */
export function KanaField(props: KanaFieldProps): ReactElement {
  const { name, label, error, required, value, onChange, onLeave } = props;
  return (
    <TextField
      name={name}
      label={label}
      error={error}
      required={required}
      lang="ja"
      autoComplete="off"
      maxLength={100}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      onCompositionEnd={(event) => onChange(toKatakana(event.currentTarget.value))}
      onBlur={(event) => {
        onChange(toKatakana(event.target.value).trim());
        onLeave();
      }}
    />
  );
}

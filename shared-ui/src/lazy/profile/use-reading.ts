import { toKatakana } from '@portal/shared-contract';
import { type CompositionEvent, useRef } from 'react';

/** Kana alone, as an input method shows them before it converts. */
const KANA = /^[\u3041-\u3096\u309D\u309E\u30A1-\u30FAー・\uFF66-\uFF9F]+$/u;

/** The last letter of a syllabic n before the input method has made it ん. */
const OPEN_N = /[nｎ]$/i;

type Reading = {
  /** The katakana that the member sees now. */
  readonly value: string;
  readonly onChange: (katakana: string) => void;
};

/**
 * Fills a name's reading from what is typed into the input method for the name, unless the member wrote the reading.
 * @returns handlers for the field of the name
 */
export function useReading(reading: Reading | undefined) {
  const typed = useRef('');
  /** The name was empty when the word was begun, so that its reading is a new one. */
  const isFirst = useRef(false);
  const filled = useRef('');
  if (!reading) return {};
  return {
    onCompositionStart({ currentTarget }: CompositionEvent<HTMLInputElement>) {
      typed.current = '';
      isFirst.current = currentTarget.value === '';
    },
    onCompositionUpdate({ data }: CompositionEvent) {
      const kana = data.replace(OPEN_N, 'ん');
      if (KANA.test(kana)) typed.current = kana;
    },
    onCompositionEnd({ data }: CompositionEvent) {
      if (!data || !typed.current || reading.value !== filled.current) return;
      filled.current = (isFirst.current ? '' : filled.current) + toKatakana(typed.current);
      reading.onChange(filled.current);
    },
  };
}

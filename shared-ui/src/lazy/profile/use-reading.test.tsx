import { fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { useReading } from './use-reading.ts';

function Names({ asksReading = true }: { readonly asksReading?: boolean }) {
  const [kana, setKana] = useState('');
  const [name, setName] = useState('');
  const handlers = useReading(asksReading ? { value: kana, onChange: setKana } : undefined);
  return (
    <>
      <input
        aria-label="name"
        value={name}
        onChange={({ target }) => setName(target.value)}
        {...handlers}
      />
      <input aria-label="kana" value={kana} onChange={({ target }) => setKana(target.value)} />
    </>
  );
}

const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);

/** An input method: what it shows while a word is typed, and the word that it makes of it. */
function compose(shown: readonly string[], word: string): void {
  const input = field('name');
  const before = input.value;
  fireEvent.compositionStart(input, { data: '' });
  for (const data of shown) {
    fireEvent.compositionUpdate(input, { data });
    fireEvent.change(input, { target: { value: before + data } });
  }
  fireEvent.compositionUpdate(input, { data: word });
  fireEvent.change(input, { target: { value: before + word } });
  fireEvent.compositionEnd(input, { data: word });
}

// @proves 13.92
test('the reading comes from what was typed for the name, word by word', () => {
  render(<Names />);
  compose(['ｙ', 'や', 'やｍ', 'やま'], '山');
  expect(field('kana').value).toBe('ヤマ');
  compose(['だ'], '田');
  expect(field('kana').value).toBe('ヤマダ');
});

test.each([
  [['け', 'けｎ'], '健', 'ケン'],
  [['さくら'], 'さくら', 'サクラ'],
  [['ﾕﾘ'], '百合', 'ユリ'],
] as const)('%j for %s is %s', (shown, word, reading) => {
  render(<Names />);
  compose(shown, word);
  expect(field('kana').value).toBe(reading);
});

test('a name that is written anew has a new reading', () => {
  render(<Names />);
  compose(['さとう'], '佐藤');
  fireEvent.change(field('name'), { target: { value: '' } });
  compose(['もり'], '森');
  expect(field('kana').value).toBe('モリ');
});

test('a reading that the member has written stays, before and after the name', () => {
  render(<Names />);
  fireEvent.change(field('kana'), { target: { value: 'ヤマタ' } });
  compose(['やまだ'], '山田');
  expect(field('kana').value).toBe('ヤマタ');
});

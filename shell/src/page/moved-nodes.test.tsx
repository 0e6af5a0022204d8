import { render, screen } from '@testing-library/react';
import { allowMovedNodes } from './moved-nodes.ts';

const Hint = ({ step }: { readonly step: number }) => (
  <p>
    {step === 2 && <b>New</b>}
    {step === 0 && 'Too short'}
    {step > 0 && 'Good'}
  </p>
);

// @proves 2.694
test('React goes on where a translation has put elements in the place of its texts before the first page stands', () => {
  allowMovedNodes();
  const { rerender } = render(<Hint step={0} />);
  const hint = screen.getByText('Too short');
  for (const [step, words] of [
    [1, /Good/],
    [2, /New/],
    [0, /Too short/],
  ] as const) {
    for (const text of [...hint.childNodes].filter((node) => node instanceof Text)) {
      const font = document.createElement('font');
      font.textContent = `«${text.data}»`;
      text.replaceWith(font);
    }
    rerender(<Hint step={step} />);
    expect(hint).toHaveTextContent(words);
  }
});

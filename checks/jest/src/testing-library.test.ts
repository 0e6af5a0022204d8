import { screen } from '@testing-library/dom';

test('an element that never comes is named with the whole page as it is at the end', async () => {
  document.body.innerHTML = '<p>Wait</p>';
  const looking = screen.findByText('Done', {}, { timeout: 100 });
  const failed = expect(looking).rejects.toThrow(/with the text: Done\..*Later/s);
  document.body.innerHTML = '<p>Later</p>';
  await failed;
});

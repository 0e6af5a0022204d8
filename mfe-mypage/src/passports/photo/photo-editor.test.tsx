import { I18nProvider } from '@lingui/react';
import { i18n } from '@portal/kit/i18n';
import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { PhotoEditor } from './photo-editor.tsx';

// @proves 14.713
test('a browser that cannot cut a picture out says so, tries again, and sends the file as it was chosen', async () => {
  i18n.loadAndActivate({ locale: 'en', messages: {} });
  // As an iPhone does that is out of memory for it.
  const encode = jest.fn((done: (blob: Blob | null) => void) => done(null));
  const context = { fillRect() {}, scale() {}, translate() {}, rotate() {}, drawImage() {} };
  jest.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(context as never);
  jest.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation(encode);
  const file = new File(['picture'], 'picture.jpg', { type: 'image/jpeg' });
  const sent: Blob[] = [];
  render(
    <I18nProvider i18n={i18n}>
      <PhotoEditor
        picture={Object.assign(new Image(400, 300), { src: 'blob:picture' })}
        file={file}
        onDone={(photo) => sent.push(photo)}
        onCancel={() => {}}
      />
    </I18nProvider>,
  );
  fireEvent.load(screen.getByAltText('Your picture'));
  const use = screen.getByRole('button', { name: 'Use this photo' });
  for (const times of [1, 2]) {
    await userEvent.click(use);
    expect(await screen.findByText(/could not cut this picture out/)).toBeVisible();
    expect(encode).toHaveBeenCalledTimes(times);
  }
  await userEvent.click(screen.getByRole('button', { name: 'Use the whole picture' }));
  expect(sent).toEqual([file]);
  jest.restoreAllMocks();
});

import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { Button } from '../button.tsx';
import { renderUi } from '../testing/render.tsx';
import { Dialog } from './dialog.tsx';
import { Menu } from './menu.tsx';
import { digitsOf, PinInput } from './pin-input.tsx';
import { Select } from './select.tsx';

test('a dialog has the question as its name and a description', async () => {
  await renderUi(
    <Dialog open needsAnswer onClose={() => {}} title="Leave?" actions={<Button>Stay</Button>}>
      What you typed is lost.
    </Dialog>,
  );
  const dialog = await screen.findByRole('alertdialog', { name: 'Leave?' });
  expect(dialog).toHaveAccessibleDescription('What you typed is lost.');
});

test('a menu can be used by keyboard alone', async () => {
  const chosen: string[] = [];
  await renderUi(
    <Menu
      trigger={<Button>More</Button>}
      items={[
        { value: 'read', label: 'Mark all as read' },
        { value: 'list', label: 'View list' },
      ]}
      onSelect={(value) => chosen.push(value)}
    />,
  );
  screen.getByRole('button', { name: 'More' }).focus();
  await userEvent.keyboard('{Enter}');
  await isReached('Mark all as read');
  await userEvent.keyboard('{ArrowDown}');
  await isReached('View list');
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(chosen).toEqual(['list']));
});

test('a select has a label and an error, and passes on the chosen value', async () => {
  const chosen: string[] = [];
  await renderUi(
    <Select
      name="country"
      label="Country"
      error="Choose one."
      options={[
        { value: 'JP', label: 'Japan' },
        { value: 'FR', label: 'France' },
      ]}
      onChange={(value) => chosen.push(value)}
    />,
  );
  const select = screen.getByRole('combobox', { name: /Country/ });
  expect(select).toHaveAccessibleDescription('Choose one.');
  await userEvent.click(select);
  await userEvent.click(await screen.findByRole('option', { name: /France/ }));
  await waitFor(() => expect(chosen).toEqual(['FR']));
});

describe('code field', () => {
  async function showField() {
    const done: string[] = [];
    await renderUi(<CodeField onComplete={(code) => done.push(code)} />);
    return { field: screen.getByRole('textbox', { name: 'Code' }), done };
  }

  // @proves 5.20
  test('takes typed digits and calls onComplete once', async () => {
    const { field, done } = await showField();
    await userEvent.type(field, '12a 34567');
    expect(field).toHaveValue('123456');
    expect(done).toEqual(['123456']);
  });

  // @proves 5.20
  test.each(['123 456', '123-456', '１２３４５６', 'Code: 123456'])(
    'accepts the pasted text %s',
    async (text) => {
      const { field, done } = await showField();
      await userEvent.click(field);
      await userEvent.paste(text);
      expect(field).toHaveValue('123456');
      expect(done).toEqual(['123456']);
    },
  );

  test('lets the phone autofill the code', async () => {
    const { field } = await showField();
    expect(field).toHaveAttribute('autocomplete', 'one-time-code');
    expect(field).toHaveAttribute('inputmode', 'numeric');
  });

  // @proves 5.20
  test('accepts full-width digits and ignores other characters', () => {
    expect(digitsOf('１２３ ４5６')).toBe('123456');
  });
});

function CodeField({ onComplete }: { readonly onComplete: (code: string) => void }) {
  const [code, setCode] = useState('');
  return (
    <PinInput name="code" label="Code" value={code} onChange={setCode} onComplete={onComplete} />
  );
}

/** Waits until an item is highlighted; the menu moves the highlight a frame after the key. */
async function isReached(name: string): Promise<void> {
  const item = await screen.findByRole('menuitem', { name });
  await waitFor(() => expect(item).toHaveAttribute('data-highlighted'));
}

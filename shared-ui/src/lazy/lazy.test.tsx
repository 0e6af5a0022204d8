import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { Button } from '../button.tsx';
import { renderUi } from '../testing/render.tsx';
import { Dialog } from './dialog.tsx';
import { Menu } from './menu.tsx';
import { PinInput } from './pin-input.tsx';

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

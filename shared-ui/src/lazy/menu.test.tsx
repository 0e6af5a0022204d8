import { act, fireEvent, screen } from '@testing-library/react';
import { Button } from '../button.tsx';
import { renderUi } from '../testing/render.tsx';
import { Menu } from './menu.tsx';

/** jsdom has no PointerEvent; React makes enter and leave from these two. */
function mouse(type: 'pointerover' | 'pointerout', element: Element): void {
  const event = new MouseEvent(type, { bubbles: true, relatedTarget: document.body });
  Object.defineProperty(event, 'pointerType', { value: 'mouse' });
  fireEvent(element, event);
}
const wait = (milliseconds: number) => act(() => jest.advanceTimersByTimeAsync(milliseconds));
const isShown = () => screen.queryByRole('menuitem', { name: 'Mark all as read' }) !== null;

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

// @proves 9.15
test('a menu that opens on hover shows after 300 ms and hides 300 ms after the mouse has left', async () => {
  await renderUi(
    <Menu
      trigger={<Button>More</Button>}
      items={[{ value: 'all', label: 'Mark all as read' }]}
      onSelect={() => undefined}
    />,
  );
  const button = screen.getByRole('button', { name: 'More' });
  mouse('pointerover', button);
  await wait(299);
  expect(isShown()).toBe(false);
  await wait(1);
  expect(isShown()).toBe(true);

  mouse('pointerout', button);
  await wait(299);
  expect(isShown()).toBe(true);
  await wait(1);
  await wait(100);
  expect(isShown()).toBe(false);

  // A mouse that only passes over the button opens nothing.
  mouse('pointerover', button);
  await wait(200);
  mouse('pointerout', button);
  await wait(1000);
  expect(isShown()).toBe(false);
});

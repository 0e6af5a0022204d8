/** @jest-environment jsdom */

import { html } from 'hono/html';
import { type SecondStepView, secondStepPage } from './second-step-page.ts';

const FRAME = {
  locale: 'en',
  brand: { name: { ja: 'つばめメンバーズ', en: 'Tsubame Members' } },
  portalOrigin: 'http://localhost:4300',
  nonce: 'n',
} as const;

/** Opens the page with its scripts, and notes what its form sends. */
async function open(view: Partial<SecondStepView> = {}) {
  const page = await secondStepPage(FRAME, {
    method: 'email',
    path: '/second-step',
    target: 'h***o@example.com',
    others: [],
    below: html``,
    ...view,
  });
  const { body, title } = new DOMParser().parseFromString(String(page), 'text/html');
  document.body.replaceChildren(...body.childNodes);
  const field = document.getElementById('code') as HTMLInputElement;
  const sent: string[] = [];
  field.form?.addEventListener('submit', (event) => {
    event.preventDefault();
    sent.push(field.value);
  });
  new Function(document.querySelector('script')?.textContent ?? '')();
  const type = (text: string, event: Event = new InputEvent('input')) => {
    field.value = text;
    field.dispatchEvent(event);
  };
  const boxes = () =>
    [...document.querySelectorAll('.boxes > [aria-hidden=true]')].map((box) => box.textContent);
  return { field, sent, title, type, boxes };
}

// @proves 10.77
test('the code has six boxes over one field, which the device can fill in', async () => {
  const { field, type, boxes } = await open();
  expect(boxes()).toEqual(['', '', '', '', '', '']);
  expect(field.autocomplete).toBe('one-time-code');
  expect(field.inputMode).toBe('numeric');
  type('123');
  expect(boxes()).toEqual(['1', '2', '3', '', '', '']);
  type('12');
  expect(boxes()).toEqual(['1', '2', '', '', '', '']);
});

// @proves 10.77 12.80
test.each(['123456', '１２３４５６', '123 456', '123-456', 'Code: 123456'])(
  'pasting %j fills the boxes and submits the code once',
  async (pasted) => {
    const { sent, type, boxes } = await open();
    type('12345');
    expect(sent).toEqual([]);
    type(pasted);
    type(pasted);
    expect(boxes()).toEqual(['1', '2', '3', '4', '5', '6']);
    expect(sent).toEqual(['123456']);
  },
);

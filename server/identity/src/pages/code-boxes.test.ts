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

// @proves 10.77 12.80
test('digits of an input method are submitted when they are committed', async () => {
  const { sent, type, boxes } = await open();
  type('１２３４５６', new InputEvent('input', { isComposing: true }));
  expect(boxes()).toEqual(['１', '２', '３', '４', '５', '６']);
  expect(sent).toEqual([]);
  type('１２３４５６', new CompositionEvent('compositionend'));
  expect(sent).toEqual(['123456']);
});

// @proves 10.77
test('the box of the next digit is marked while the field has the focus', async () => {
  const { field, type } = await open();
  type('12');
  field.focus();
  field.setSelectionRange(2, 2);
  document.dispatchEvent(new Event('selectionchange'));
  const boxes = [...document.querySelectorAll('.boxes > span')];
  expect(boxes.findIndex((box) => box.hasAttribute('data-current'))).toBe(2);
  field.blur();
  expect(boxes.some((box) => box.hasAttribute('data-current'))).toBe(false);
});

test('a wrong code is not sent again by a password manager that fills it in', async () => {
  const { sent, type, boxes } = await open({ method: 'totp', problem: 'codeWrong' });
  type('123456');
  expect(boxes()).toEqual(['1', '2', '3', '4', '5', '6']);
  expect(sent).toEqual([]);
});

test('a recovery code has a plain field and is sent by its button', async () => {
  const { sent, type, boxes } = await open({ method: 'recovery_code' });
  expect(boxes()).toEqual([]);
  type('123456');
  expect(sent).toEqual([]);
});

// @proves 10.76
test.each(['ja', 'en'] as const)('the title in %s is written as in the portal', async (locale) => {
  const page = String(
    await secondStepPage(
      { ...FRAME, locale },
      { method: 'totp', path: '/', others: [], below: html`` },
    ),
  );
  expect(page).toMatch(new RegExp(`<title>[^<|]+ · ${FRAME.brand.name[locale]}</title>`));
});

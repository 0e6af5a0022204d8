/**
 * @jest-environment ./checks/jest/src/browser-environment.ts
 * @jest-environment-options {"url": "http://localhost:4300/"}
 */
import type { FirstViewOnPage, NamedMember } from '@portal/shared-contract';
import { slotText } from '@portal/shared-contract/first-view';
import { startFirstView } from './first-view.ts';

const LIST = '/notifications?page=1&limit=10';
const slot = (path: string, format?: string) => slotText('', path, format);
const BUSY = '<div role="status" aria-busy="true"></div>';
const ROW = `<a href="/my-page/notifications/${slot('id')}">${slot('date', 'date')} ${slot('title')}</a>`;
const TEMPLATE = [
  `<h1>Hello, ${slotText('/userinfo', '', 'name')}</h1>`,
  `<template data-if="${LIST.replace('&', '&amp;')}#total"><p>${slotText(LIST.replace('&', '&amp;'), 'total')}</p></template>`,
  `<template data-if="!${LIST.replace('&', '&amp;')}#"><div data-area="list">${BUSY}</div></template>`,
  `<template data-if="${LIST.replace('&', '&amp;')}#"><ul>`,
  `<template data-list="${LIST.replace('&', '&amp;')}#data" data-max="2" data-if="!#read"><li class="new">${ROW}</li></template>`,
  `<template data-list="${LIST.replace('&', '&amp;')}#data" data-max="2" data-if="#read"><li>${ROW}</li></template>`,
  '</ul></template>',
  `<div data-area="passports">${BUSY}</div>`,
  '<button type="button"><span data-label="">Sign in</span></button>',
].join('');

const hanako = { id: 'm1', first_name: 'Hanako', last_name: 'Yamada' };
const news = {
  total: 1,
  data: [
    { id: 'a/../b', date: '2026-01-01T20:00:00Z', title: '<b>New</b>', read: false },
    { id: '2', date: '2026-01-01', title: 'Old', read: true },
    { id: '3', date: '2026-01-01', title: 'Third', read: true },
  ],
};
const ok = (body: unknown) => Promise.resolve(Response.json(body));

let member: string | undefined;
beforeEach(() => {
  member = 'm1';
  reset();
});

function reset(): void {
  document.body.innerHTML = [
    '<div id="skeleton" aria-hidden="true"><div class="sk-head"></div><div class="sk-main"></div></div>',
    `<div id="root"></div><template id="first-view">${TEMPLATE}</template>`,
  ].join('');
  document.getElementById('bell-panel')?.remove();
  window.history.replaceState(null, '', '/en/my-page');
}

const running: { end(): void }[] = [];
afterEach(() => {
  for (const view of running.splice(0)) view.end();
});

function start({
  view = {} as Partial<FirstViewOnPage>,
  user = ok(hanako),
  list = ok(news),
  path = '/my-page',
  named = undefined as Promise<NamedMember | undefined> | undefined,
  kept = async (): Promise<ReadonlyMap<string, unknown> | undefined> => undefined,
} = {}) {
  const started = startFirstView({
    view: { path: '/my-page', locale: 'en', visitor: 'member', ...view },
    locale: 'en',
    path,
    early: new Map([
      ['/userinfo', user],
      [LIST, list],
    ]),
    styles: async () => undefined,
    named,
    kept,
    member: () => member,
  });
  if (started) running.push(started);
  return started;
}

const shown = () => document.querySelector('[role=main]');
const root = () => document.getElementById('root') as HTMLElement;
const busy = () => shown()?.querySelectorAll('[aria-busy=true]').length;
const frames = () => new Promise((resolve) => setTimeout(resolve));

/** React draws into its root. */
async function draw(html: string): Promise<void> {
  root().innerHTML = html;
  await frames();
}

// @proves 2.94
test('shows the answers as texts and in encoded addresses, before any script has come', async () => {
  await start()?.painted;
  expect(shown()?.querySelector('h1')?.textContent).toBe('Hello, Hanako Yamada');
  expect(shown()?.querySelector('p')?.textContent).toBe('1');
  expect(
    [...document.querySelectorAll('li')].map((item) => [
      item.className,
      item.textContent,
      item.querySelector('a')?.getAttribute('href'),
      item.querySelector('b'),
    ]),
  ).toEqual([
    ['new', '2026.01.02 <b>New</b>', '/my-page/notifications/a%2F..%2Fb', null],
    ['', '2026.01.01 Old', '/my-page/notifications/2', null],
  ]);
  expect([root().hidden, root().hasAttribute('inert')]).toEqual([true, true]);
  expect(document.getElementById('skeleton')).toBeNull();
});

// @proves 10.175
describe('after a renewal that names the member', () => {
  const named = Promise.resolve({ ...hanako, member_code: null });
  const later = () => {
    const answers = Promise.withResolvers<Response>();
    return { ...answers, list: answers.promise };
  };

  test('greets the member at once, and shows the rest with the answers', async () => {
    const { list, resolve } = later();
    await start({ named, list })?.painted;
    expect(shown()?.querySelector('h1')?.textContent).toBe('Hello, Hanako Yamada');
    expect([busy(), document.querySelectorAll('li').length]).toEqual([2, 0]);
    resolve(Response.json(news));
    await frames();
    expect([busy(), document.querySelectorAll('li').length]).toEqual([1, 2]);
    await draw(`<main><h1>Hello</h1><div data-area="passports">${BUSY}</div></main>`);
    expect(shown()).toBeNull();
  });

  test('shows nothing where it names another', async () => {
    const { list } = later();
    start({ named: Promise.resolve({ ...hanako, id: 'm2', member_code: null }), list });
    await frames();
    expect(shown()).toBeNull();
  });
});

// @proves 7.794
describe('what it last showed to this member', () => {
  const OLD = { total: 1, data: [{ ...news.data[1], title: 'Kept' }] };
  const kept = async () =>
    new Map<string, unknown>([
      ['/userinfo', hanako],
      [LIST, OLD],
    ]);
  const never = () => new Promise<Response>(() => {});
  const titles = () => [...document.querySelectorAll('li')].map(({ textContent }) => textContent);

  test('shows before any answer, marked as busy, and is replaced by the answers', async () => {
    const answer = Promise.withResolvers<Response>();
    const view = start({ kept, list: answer.promise });
    await view?.painted;
    expect([shown()?.ariaBusy, titles(), view?.source()]).toEqual([
      'true',
      ['2026.01.01 Kept'],
      undefined,
    ]);
    answer.resolve(Response.json(news));
    await frames();
    expect([shown()?.ariaBusy, titles()]).toEqual([
      null,
      ['2026.01.02 <b>New</b>', '2026.01.01 Old'],
    ]);
    // From which the next view is kept.
    expect(view?.source()).toMatchObject({
      pathname: '/en/my-page',
      answers: new Map<string, unknown>([
        ['/userinfo', hanako],
        [LIST, news],
      ]),
    });
  });

  test('shows to nobody else', async () => {
    start({ kept, user: never() });
    member = 'm2';
    await frames();
    expect(shown()).toBeNull();
    member = 'm1';
    start({ kept: async () => new Map([['/userinfo', { ...hanako, id: 'm2' }]]), user: never() });
    await frames();
    expect(shown()).toBeNull();
  });
});

// @proves 2.95
describe('the skeleton stays', () => {
  // Even with a body that would do.
  const refused = (body: unknown) => Promise.resolve(Response.json(body, { status: 401 }));
  test.each([
    ['a refused call for the member', { user: refused(hanako) }],
    ['a refused call for a list', { list: refused(news) }],
    ['a call that failed', { list: Promise.reject(new TypeError()) }],
    ['an answer about another member', { user: ok({ ...hanako, id: 'm2' }) }],
    ['a member without a name', { user: ok({ ...hanako, first_name: null, last_name: null }) }],
    ['an answer without the list', { list: ok({}) }],
  ])('after %s', async (_, options) => {
    await start(options)?.painted;
    expect(shown()).toBeNull();
    expect(document.getElementById('skeleton')?.getAttribute('aria-hidden')).toBe('true');
    expect(root().hidden).toBe(false);
  });

  test('when another member signs in while the answers are on their way', async () => {
    const view = start();
    member = 'm2';
    await view?.painted;
    expect(shown()).toBeNull();
  });
});

// @proves 2.95
test('is taken away when another tab signs out', async () => {
  await start()?.painted;
  member = undefined;
  window.dispatchEvent(new StorageEvent('storage', { key: 'access_token' }));
  expect(shown()).toBeNull();
  expect(document.getElementById('skeleton')?.querySelector('.sk-main')).not.toBeNull();
});

// @proves 2.96
test('waits for React to show as much, then gives place to it at once', async () => {
  await start()?.painted;
  await draw('<main><div class="sk-main"></div></main>');
  // As many places load as in the view, but another one.
  await draw(`<main><div data-area="list">${BUSY}</div></main>`);
  expect([shown() !== null, root().hidden]).toEqual([true, true]);
  await draw(`<main><h1>Hello</h1><div data-area="passports">${BUSY}</div></main>`);
  expect([shown(), root().hidden, root().hasAttribute('inert')]).toEqual([null, false, false]);
});

// @proves 2.97 2.126
test('hands the focus over, and one press of a button', async () => {
  await start()?.painted;
  const link = shown()?.querySelector('a');
  link?.focus();
  const button = shown()?.querySelector('button');
  button?.click();
  button?.click();
  expect([button?.ariaBusy, button?.querySelectorAll('[data-busy-mark]').length]).toEqual([
    'true',
    1,
  ]);
  const presses: string[] = [];
  root().addEventListener('click', ({ target }) => presses.push((target as Element).tagName));
  await draw(`<main><a href="/other">x</a><a id="same" href="${link?.getAttribute('href')}">y</a>
    <button type="button">Sign in</button></main>`);
  expect(document.activeElement?.id).toBe('same');
  expect(presses).toEqual(['BUTTON']);
});

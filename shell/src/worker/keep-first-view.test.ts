import type { FirstViewSource } from '@portal/shared-contract';
import { slotText } from '@portal/shared-contract/first-view';
import 'fake-indexeddb/auto';
import { keptFirstView } from '@portal/shared-auth/kept-first-view';
import { keepShownFirstView } from './keep-first-view.ts';

const LIST = '/notifications?page=1&limit=10';
const NOW = new Date('2026-03-01T12:00:00+09:00');

function sourceWith(first_name: string): FirstViewSource {
  const template = document.createElement('template');
  template.innerHTML = [
    `<h1>${slotText('/userinfo', '', 'name')} ${slotText('/userinfo', 'member_code')}</h1>`,
    `<template data-if="${LIST.replace('&', '&amp;')}#total_unread"></template>`,
    `<template data-list="${LIST.replace('&', '&amp;')}#data" data-max="2" data-if="!#read"><a href="/x/${slotText('', 'id')}">${slotText('', 'title')}</a></template>`,
  ].join('');
  const item = (id: string) => ({ id, title: `T${id}`, read: false, body: 'SECRET' });
  return {
    pathname: '/en/my-page',
    templates: [template],
    answers: new Map<string, unknown>([
      [
        '/userinfo',
        {
          id: 'm1',
          first_name,
          last_name: 'Yamada',
          member_code: 'A-1',
          email: 'SECRET',
          address: { city: 'SECRET' },
        },
      ],
      [LIST, { total_unread: 3, meta: { total: 9 }, data: ['1', '2', '3'].map(item) }],
    ]),
  };
}

// @proves 7.795
test('of each answer the fields that the view shows are kept, and nothing else', async () => {
  jest.useFakeTimers({ now: NOW, doNotFake: ['setImmediate', 'queueMicrotask', 'nextTick'] });
  localStorage.setItem('oneid_user_id', 'm1');
  await keepShownFirstView(sourceWith('Hanako'), NOW);
  const kept = await keptFirstView('/en/my-page');
  expect(Object.fromEntries(kept ?? [])).toEqual({
    '/userinfo': { id: 'm1', first_name: 'Hanako', last_name: 'Yamada', member_code: 'A-1' },
    [LIST]: {
      total_unread: 3,
      data: [
        { id: '1', title: 'T1', read: false },
        { id: '2', title: 'T2', read: false },
      ],
    },
  });
  // Each page has its own.
  expect(await keptFirstView('/en/account')).toBeUndefined();
  jest.setSystemTime(new Date('2026-03-02T23:59:58+09:00'));
  expect(await keptFirstView('/en/my-page')).toBeDefined();
  jest.setSystemTime(new Date('2026-03-03T00:00:00+09:00'));
  expect(await keptFirstView('/en/my-page')).toBeUndefined();
  jest.useRealTimers();
});

// @proves 7.795
test('what was answered for a member who is no longer the one who is signed in is not kept', async () => {
  localStorage.setItem('oneid_user_id', 'm2');
  await keepShownFirstView({ ...sourceWith('Hanako'), pathname: '/en/account' });
  localStorage.setItem('oneid_user_id', 'm1');
  expect(await keptFirstView('/en/account')).toBeUndefined();
});

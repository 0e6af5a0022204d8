import { waitFor } from '@testing-library/react';
import { afterFirstPage } from './after-first-page.ts';
import { createRemoteRegistry, type RemoteSource } from './remotes/remote-registry.ts';
import { openPortal } from './testing/portal.tsx';

test('the document says when nothing is left to be done in idle moments', async () => {
  const { router } = await openPortal({ path: '/en' });
  const list = Promise.withResolvers<Awaited<ReturnType<RemoteSource['released']>>>();
  const remoteRegistry = createRemoteRegistry({
    owning: () => undefined,
    released: () => list.promise,
    load: () => Promise.reject(new Error('Nothing is loaded here.')),
  });
  const settled = () => document.documentElement.dataset.settled;
  afterFirstPage({ router, remoteRegistry, owner: undefined, locale: 'en' });
  await new Promise((resolve) => setTimeout(resolve));
  expect(settled()).toBeUndefined();
  list.resolve({});
  await waitFor(() => expect(settled()).toBe(''));
});

import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { folderStore } from './folder-store.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'portal-store-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const bytes = new TextEncoder().encode('text');

test('leaves no temporary file behind', async () => {
  const store = folderStore(folder);
  await store.putIfAbsent('a/b', bytes);
  await store.putIfAbsent('a/c', bytes);
  expect(readdirSync(path.join(folder, '.tmp'))).toEqual([]);
});

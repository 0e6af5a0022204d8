import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
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

test('removes the temporary files of killed processes after an hour, and no younger ones', async () => {
  const temporary = path.join(folder, '.tmp');
  mkdirSync(temporary);
  for (const name of ['old', 'young']) writeFileSync(path.join(temporary, name), 'half');
  const twoHoursAgo = Date.now() / 1000 - 2 * 60 * 60;
  utimesSync(path.join(temporary, 'old'), twoHoursAgo, twoHoursAgo);
  await folderStore(folder).putIfAbsent('a', bytes);
  expect(readdirSync(temporary)).toEqual(['young']);
});

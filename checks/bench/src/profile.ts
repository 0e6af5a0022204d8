import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium } from '@playwright/test';
import { browserOptions } from '@portal/e2e/support/browser';
import { PHONE } from './phone.ts';

/** Playwright would end this process at a signal, before it has printed what it has measured. */
const CLOSED_BY_US = { handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false } as const;

export type Profile = {
  /** Arguments beside those of every browser of the bench. */
  readonly args: readonly string[];
  /** The origin against which paths are opened. */
  readonly baseURL?: string;
  /** Closes the browser, so that what is done with it fails. */
  readonly signal?: AbortSignal | undefined;
};

/** Makes a folder for the profile of a browser, and removes it after the work. */
export async function withFolder<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-bench-'));
  try {
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Starts a Playwright browser with a profile on disk, which keeps compiled code and the worker's stores. */
export async function withContext<T>(
  folder: string,
  profile: Profile,
  use: (context: BrowserContext) => Promise<T>,
): Promise<T> {
  const { signal } = profile;
  signal?.throwIfAborted();
  const context = await launch(folder, profile);
  const close = () => context.close();
  signal?.addEventListener('abort', close);
  try {
    signal?.throwIfAborted();
    return await use(context);
  } finally {
    signal?.removeEventListener('abort', close);
    await context.close();
  }
}

async function launch(folder: string, { args, baseURL }: Profile): Promise<BrowserContext> {
  const base = { ...CLOSED_BY_US, ...(baseURL && { baseURL }) };
  const options = browserOptions();
  const all = [...(options.args ?? []), ...args];
  return chromium.launchPersistentContext(folder, { ...options, ...base, ...PHONE, args: all });
}

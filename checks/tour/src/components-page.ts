import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { localePath } from '@portal/e2e/support/labels';
import type { TestPortal } from '@portal/e2e/support/portal';
import type { TourScreen } from './account-screens.ts';

/** The page of every component and state (docs/design.md §11). */
export const COMPONENTS = '/components';
const ROOT = resolve(import.meta.dirname, '../../..');
/** Where the development server is, beside the ports of the portal whose server it uses. */
const FRAME_OFFSET = 10;

/** Starts the development server beside the tour's portal, since no production build has the page. */
export async function startComponentsPage({
  operator,
}: TestPortal): Promise<{ readonly screen: TourScreen; readonly stop: () => Promise<void> }> {
  const server = spawn(process.execPath, ['delivery/tools/src/command/main.ts', 'dev', 'account'], {
    cwd: ROOT,
    env: { ...process.env, ...operator },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(server, 'exit');
  for await (const line of createInterface({ input: server.stdout })) {
    if (line.includes('compiled')) break;
  }
  server.stdout.resume();
  const address = `http://localhost:${Number(operator.PORT_BASE) + FRAME_OFFSET}`;
  return {
    screen: {
      name: COMPONENTS,
      as: 'visitor',
      open: async (page, locale) => {
        await page.goto(address + localePath(locale, COMPONENTS));
        await page.getByRole('region', { name: 'Button', exact: true }).waitFor();
      },
    },
    async stop() {
      server.kill('SIGTERM');
      await ended;
    },
  };
}

#!/usr/bin/env node
/** Starts Firefox, and answers nothing to the commands of WebDriver BiDi that an older release does not know. */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { WebSocketServer } from 'ws';

const firefox = spawn(process.env.FIREFOX ?? 'firefox', process.argv.slice(2), {
  stdio: ['ignore', 'ignore', 'pipe'],
});
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => firefox.kill(signal));
firefox.once('exit', (code) => process.exit(code ?? 1));

for await (const line of createInterface(firefox.stderr)) {
  const address = /^WebDriver BiDi listening on (ws:\S+)/.exec(line)?.[1];
  if (!address) console.error(line);
  else await relay(address);
}

async function relay(address: string): Promise<void> {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  server.on('connection', (playwright, { url }) => {
    const browser = new WebSocket(address + url);
    const opened = new Promise((resolve) => browser.addEventListener('open', resolve));
    playwright.on('message', async (data) => {
      await opened;
      browser.send(String(data));
    });
    browser.addEventListener('message', ({ data }) => {
      const answer = JSON.parse(String(data));
      const known = answer.error !== 'unknown command';
      playwright.send(
        known ? data : JSON.stringify({ type: 'success', id: answer.id, result: {} }),
      );
    });
    browser.addEventListener('close', () => playwright.close());
    playwright.on('close', () => browser.close());
  });
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as { port: number };
  console.error(`WebDriver BiDi listening on ws://127.0.0.1:${port}`);
}

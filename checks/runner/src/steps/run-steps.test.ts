import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { ROOT } from '@portal/checks-tools/root';

/** Runs two steps, each a tool. The first goes on until it is ended. */
const RUN = `
  const { runSteps } = await import(${JSON.stringify(join(import.meta.dirname, 'run-steps.ts'))});
  const { runTool } = await import(${JSON.stringify(join(ROOT, 'checks/tools/src/tool.ts'))});
  const progress = { step() {}, end() {}, log() {} };
  const endless = { title: 'first', run: () => {
    const running = runTool('node', ['-e', 'setInterval(() => {}, 1000)']);
    console.log('first runs');
    return running;
  } };
  const second = { title: 'second', run: async () => {
    await runTool('node', ['-e', '']);
    console.log('second ran');
  } };
  await runSteps([endless, second], progress);
`;

// @proves 16.80
test('a signal ends the step that runs, and no other begins', async () => {
  const run = spawn(process.execPath, ['--input-type=module', '-e', RUN], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  run.stdout.on('data', (chunk) => {
    output += chunk;
    if (String(chunk).includes('first runs')) run.kill('SIGINT');
  });
  await once(run, 'exit');
  expect(output).not.toContain('second ran');
});

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

const PROGRAM = `
  const { endRequested } = await import(${JSON.stringify(join(import.meta.dirname, 'end-requested.ts'))});
  const open = setInterval(() => {}, 1_000);
  endRequested().then(() => {
    console.log('asked');
    process.stdin.once('data', () => {
      console.log('ended in order');
      process.exit();
    });
  });
  console.log('runs');
`;

// @proves 16.80
test('Ctrl-C that also npm passes on ends a command in order', async () => {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', PROGRAM], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
    if (output === 'runs\n') child.kill('SIGINT');
    if (output.endsWith('asked\n')) {
      child.kill('SIGINT');
      child.stdin.write('go on\n');
    }
  });
  await once(child, 'exit');
  expect(output).toBe('runs\nasked\nended in order\n');
});

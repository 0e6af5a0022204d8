import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { Agent, get, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bucketCookie, bucketDigits, bucketOf, variantOf } from './canary.ts';
import { nginxBucketMaps, nginxVariantMap } from './canary-nginx.ts';
import { BUCKETS } from './state.ts';
import { livePart, stateWith } from './testing/state.ts';

const installed = spawnSync('nginx', ['-v']).status === 0;
if (!installed) console.warn('nginx is not installed: its canaries are not proven by this run.');
const whenInstalled = installed ? describe : describe.skip;

const STATE = stateWith(
  { account: livePart({ share: 26, offset: 17 }), mypage: livePart({ share: 64, offset: 200 }) },
  livePart({ share: 3, offset: 0 }),
);
const KEPT = '; Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax; Secure';

whenInstalled('nginx chooses variants as the function does', () => {
  let folder: string;
  let nginx: ChildProcess;
  const agent = new Agent({ keepAlive: true });

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'canary-'));
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
      .map((name) => `${name}_temp_path ${join(folder, name)};`)
      .join(' ');
    await writeFile(
      join(folder, 'nginx.conf'),
      `pid ${folder}/pid; error_log ${folder}/error.log;
events {}
http {
  ${temporary}
  access_log off;
  ${nginxBucketMaps({ secure: true })}
  ${nginxVariantMap(STATE)}
  server {
    listen unix:${folder}/socket;
    location / {
      add_header x-bucket $portal_bucket;
      add_header x-variant $portal_variant;
      add_header set-cookie $portal_bucket_cookie;
      return 204;
    }
  }
}
`,
    );
    const common = ['-p', folder, '-c', 'nginx.conf', '-e', join(folder, 'error.log')];
    execFileSync('nginx', ['-t', ...common], { stdio: 'pipe' });
    // Run a single process, so that killing it ends nginx.
    const only = `daemon off; master_process off;${process.getuid?.() === 0 ? ' user root;' : ''}`;
    nginx = spawn('nginx', [...common, '-g', only], { stdio: 'ignore' });
    while (!(await request().catch(() => undefined))) {
      if (nginx.exitCode !== null)
        throw new Error(await readFile(join(folder, 'error.log'), 'utf8'));
    }
  });
  afterAll(async () => {
    agent.destroy();
    const closed = once(nginx, 'close');
    nginx.kill('SIGTERM');
    await closed;
    await rm(folder, { recursive: true });
  });

  async function request(cookie?: string): Promise<IncomingMessage['headers']> {
    const asked = get({
      agent,
      socketPath: join(folder, 'socket'),
      headers: cookie === undefined ? {} : { cookie },
    });
    const [response] = (await once(asked, 'response')) as [IncomingMessage];
    response.resume();
    await once(response, 'end');
    return response.headers;
  }

  test('for each of the 256 buckets, whose cookie stays as it is', async () => {
    for (let bucket = 0; bucket < BUCKETS; bucket++) {
      const [cookie = ''] = bucketCookie(bucket, { secure: true }).split(';');
      const headers = await request(`other=1; ${cookie}`);
      expect(headers).toMatchObject({
        'x-bucket': bucketDigits(bucket),
        'x-variant': variantOf(STATE, bucket).key,
      });
      expect(headers).not.toHaveProperty('set-cookie');
    }
  });

  test.each([undefined, 'portal_bucket=0F', 'portal_bucket=256', 'portal_bucket='])(
    'and draws a bucket for a browser with the cookie %p',
    async (cookie) => {
      const drawn = new Set<number>();
      for (let at = 0; at < 200; at++) {
        const headers = await request(cookie);
        const [set = ''] = headers['set-cookie'] ?? [];
        const bucket = bucketOf(set.split(';')[0]) ?? Number.NaN;
        expect(set).toBe(`portal_bucket=${bucketDigits(bucket)}${KEPT}`);
        expect(headers).toMatchObject({
          'x-bucket': bucketDigits(bucket),
          'x-variant': variantOf(STATE, bucket).key,
        });
        drawn.add(bucket);
      }
      expect(drawn.size).toBeGreaterThan(80);
    },
  );
});

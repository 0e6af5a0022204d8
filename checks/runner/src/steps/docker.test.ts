import { docker } from './docker.ts';

const { DOCKER_HOST } = process.env;
afterEach(() => {
  if (DOCKER_HOST === undefined) delete process.env.DOCKER_HOST;
  else process.env.DOCKER_HOST = DOCKER_HOST;
});

// @proves 16.855
test('where no engine of Docker answers, the proof of the containers says so', async () => {
  process.env.DOCKER_HOST = 'unix:///no/such/engine.sock';
  expect(await docker()).toEqual({
    passed: 0,
    failed: 0,
    skipped: { 'this machine has no engine of Docker with Compose that answers': 1 },
  });
});

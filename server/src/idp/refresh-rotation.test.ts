import { DATABASES } from '../testing/index.ts';
import { createPayloadAdapter } from './payload-adapter.ts';
import { STALE_CLAIM_MS } from './refresh-claims.ts';
import { createRefreshRotation, type TokenAnswer } from './refresh-rotation.ts';
import { startTestIdp, type TestIdp } from './testing/idp.ts';
import { createPortal, MEMBER } from './testing/portal.ts';

describe.each(DATABASES)('the single exchange of a refresh token, on %s', (database) => {
  let server: TestIdp;
  let token: string;
  beforeAll(async () => {
    server = await startTestIdp({ database });
    await server.createMember(MEMBER);
  }, 60_000);
  afterAll(() => server.close());
  beforeEach(async () => {
    const { tokens } = await (await createPortal(server)).signIn();
    token = tokens.refresh_token as string;
  });

  /** What an exchange does to the database before it answers. */
  const consume = () => createPayloadAdapter('RefreshToken', server.context).consume(token);

  it.each([
    ['before it used the token up', false],
    ['after it used the token up', true],
  ])('goes to another replica when one stalls %s, and both answer alike', async (_name, early) => {
    const stalled = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    const slow = createRefreshRotation(server.context)(token, 'portal', async () => {
      if (early) await consume();
      begun.resolve();
      await stalled.promise;
      if (!early) await consume();
      return { access_token: 'slow' };
    });
    await begun.promise;
    server.clock.advance(STALE_CLAIM_MS);
    const quick = await createRefreshRotation(server.context)(token, 'portal', async () => {
      await consume();
      return { access_token: 'quick' };
    });
    stalled.resolve();
    expect(quick).toEqual({ access_token: 'quick' });
    await expect(slow).resolves.toEqual(quick);
  });

  it('can be tried again at once after a failure in the middle', async () => {
    const exchangeOnce = createRefreshRotation(server.context);
    const answer: TokenAnswer = { access_token: 'second' };
    const failing = exchangeOnce(token, 'portal', async () => {
      await consume();
      throw new Error('the database went away');
    });
    await expect(failing).rejects.toThrow('went away');
    const again = exchangeOnce(token, 'portal', async () => {
      await consume();
      return answer;
    });
    await expect(again).resolves.toEqual(answer);
  });
});

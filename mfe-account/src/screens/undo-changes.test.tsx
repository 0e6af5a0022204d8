import { UNDO_CHANGES_PATH } from '@portal/kit/contract';
import { sharedServer } from '@portal/kit/testing';
import { openScreen } from '@portal/kit/testing/open-screen';
import { screen } from '@testing-library/react';
import * as routes from '../routes.ts';
import { lastCode, press } from '../testing/open-as.ts';

const PASSWORD = 'sakura-mochi-2026';

const server = sharedServer();

let count = 0;

/** Creates a member whose address somebody with their session has changed; returns the undo link from the mail. */
async function changedAddress(password: string) {
  count += 1;
  const old = `old-${count}@example.com`;
  const fresh = `new-${count}@example.com`;
  const { id } = await server.createMember({ email: old, emailVerified: true, password });
  // A credential set at the same moment as the change would count as added after it.
  server.clock.advance(1000);
  const session = await server.signInAs(id);
  const call = (method: string, path: string, body?: object) => {
    const url = `http://localhost:4302${path}`;
    const headers = {
      authorization: `Bearer ${session.accessToken}`,
      dpop: session.prove({ method, url }),
      'content-type': 'application/json',
    };
    return server.api.fetch(
      new Request(url, { method, headers, ...(body && { body: JSON.stringify(body) }) }),
    );
  };
  const verify = async (type: string, to: string) =>
    call('POST', '/mfa/verify-code', { type, code: await lastCode(server, to) });
  await call('POST', '/v2/me/mfa/send-code', { type: 'verify_pre_change_email' });
  await verify('verify_pre_change_email', old);
  await call('PUT', '/me/change-email', { email: fresh, current_password: password });
  await verify('verify_email_change', fresh);
  const told = (await server.outbox.messages()).find(
    ({ recipient, text }) => recipient === old && text.includes(UNDO_CHANGES_PATH),
  );
  const link = new URL(/http\S+undo-changes\S*/.exec(told?.text ?? '')?.[0] ?? '');
  return {
    path: `/en${UNDO_CHANGES_PATH}?${link.hash.slice(1)}`,
    signedIn: async () => (await call('GET', '/userinfo')).ok,
    /** The stored address, read in a separate session. */
    async email(): Promise<string> {
      const { accessToken: own } = await server.signInAs(id);
      const answer = await server.api.fetch(
        new Request('http://localhost:4302/userinfo', {
          headers: { authorization: `Bearer ${own}` },
        }),
      );
      return ((await answer.json()) as { email: string }).email;
    },
    old,
    fresh,
  };
}

const open = (path: string) => openScreen({ routes, path, fetch: server.api.fetch });

// @proves 2.49 12.5 12.53 13.71
test('opening the link changes nothing; its button restores the address and signs out everywhere', async () => {
  const { path, email, signedIn, old, fresh } = await changedAddress(PASSWORD);
  await open(path);
  await screen.findByRole('button', { name: 'Undo the changes' });
  expect(await email()).toBe(fresh);
  await press('Undo the changes');
  const outcome = await screen.findByText(/changes have been undone/);
  expect(outcome).toBeVisible();
  expect(document.activeElement).toContainElement(outcome);
  expect(document.body).not.toHaveFocus();
  expect(screen.getByText(/the link that we have sent to \S+@example\.com/)).toBeVisible();
  expect(screen.getByRole('link', { name: /with a code instead/ })).toHaveAttribute(
    'href',
    '/en/reset-password',
  );
  expect(await signedIn()).toBe(false);
  expect(await email()).toBe(old);
});

import { messageLimits, startTestServer, type TestServer } from '@portal/kit/testing';
import { screen } from '@testing-library/react';
import { fill, openAsStranger, press } from '../../testing/actions.ts';

const EMAIL = 'taro@example.com';

let server: TestServer;
beforeEach(async () => {
  const limits = messageLimits('mail-strangers-hour=1');
  server = await startTestServer({ config: { messageLimits: limits } });
});
afterEach(() => server.close());

// The test frame has only the remote's own and the common texts in Japanese.
// @proves 8.67 11.34
test.each([
  [
    '/en/reset-password',
    /^E-mail address/,
    'Send a code to this address',
    /^We cannot send any more codes right now.*You can ask for a code again from .*\d:\d\d/,
  ],
  [
    '/reset-password',
    /^メールアドレス/,
    'このアドレスに確認コードを送信',
    /^ただいま確認コードを送信できません。.*\d:\d\d/,
  ],
])(
  '%s: says when a code can be sent again, and keeps the address',
  async (path, label, button, words) => {
    const first = await openAsStranger(server, path);
    await fill(label, EMAIL);
    await press(button);
    await screen.findByRole('textbox', { name: /^(Code|確認コード)/ });
    sessionStorage.clear();
    await first.reload(path);

    await fill(label, 'jiro@example.com');
    await press(button);
    expect(await screen.findByText(words)).toBeVisible();
    expect(screen.getByLabelText(label)).toHaveValue('jiro@example.com');
  },
);

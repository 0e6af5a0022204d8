import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { getRequestListener } from '@hono/node-server';
import type { ServerContext } from '@portal/server-main/context';
import { createOutbox } from '@portal/server-main/outbox';
import { createFixtures } from '@portal/server-main/seed/fixtures';
import { Hono } from 'hono';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { listenOnFreePort } from './listen.ts';

type CaughtMail = { readonly to: string; readonly text: string; readonly html: string | null };

/** Accepts every mail, and serves `/messages.json?to=`, newest first, the operator's notifications, and fixtures. */
export async function startMailCatcher(context: ServerContext) {
  const caught: CaughtMail[] = [];
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    onData(stream, { envelope }, callback) {
      const parsed = buffer(stream).then((bytes) => PostalMime.parse(bytes));
      parsed.then(({ text = '', html = null }) => {
        for (const { address } of envelope.rcptTo) caught.unshift({ to: address, text, html });
        callback();
      }, callback);
    },
  });
  smtp.on('error', () => {});
  const smtpPort = await listenOnFreePort(smtp.server);

  const app = new Hono();
  app.get('/messages.json', (c) => {
    const recipient = c.req.query('to');
    return c.json({ messages: caught.filter(({ to }) => !recipient || to === recipient) });
  });
  app.route('/', createOutbox(context, createFixtures(context, [])));
  const server = createServer(getRequestListener(app.fetch));
  const port = await listenOnFreePort(server);

  return {
    smtpUrl: `smtp://127.0.0.1:${smtpPort}`,
    origin: `http://127.0.0.1:${port}`,
    async close() {
      server.closeAllConnections();
      server.close();
      await new Promise<void>((resolve) => smtp.close(resolve));
    },
  };
}

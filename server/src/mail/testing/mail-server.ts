import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

/** One mail as it came over the wire. */
export type CaughtMail = {
  readonly from: string;
  readonly to: readonly string[];
  /** Everything after DATA. */
  readonly raw: string;
  readonly parsed: Email;
  /** Did it come through TLS, and as whom? */
  readonly secure: boolean;
  readonly user: string | undefined;
};

/** An SMTP error reply, to be thrown or handed to a callback of the server. */
export function reply(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode });
}

/**
 * A real SMTP server (RFC 5321) on a port of its own that keeps what it takes.
 * @param options of `smtp-server`; `onMail` runs after the last byte and before the server's «250»
 */
export async function startMailServer({
  onMail = async () => {},
  ...options
}: SMTPServerOptions & { onMail?: (mail: CaughtMail) => Promise<void> } = {}) {
  const mails: CaughtMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    disableReverseLookup: true,
    closeTimeout: 1,
    ...options,
    onData(stream, session, callback) {
      const take = async () => {
        const raw = await text(stream);
        const mail: CaughtMail = {
          from: session.envelope.mailFrom ? session.envelope.mailFrom.address : '',
          to: session.envelope.rcptTo.map(({ address }) => address),
          raw,
          parsed: await PostalMime.parse(raw),
          secure: session.secure,
          user: typeof session.user === 'string' ? session.user : undefined,
        };
        await onMail(mail);
        mails.push(mail);
      };
      take().then(
        () => callback(null),
        (error) => callback(error),
      );
    },
  });
  // A client that hangs up in the middle is part of the tests.
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    mails,
    port,
    url: `smtp://127.0.0.1:${port}`,
    /** Ends every open connection without a word. */
    hangUp() {
      for (const connection of server.connections) connection._socket.destroy();
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

export type MailServer = Awaited<ReturnType<typeof startMailServer>>;

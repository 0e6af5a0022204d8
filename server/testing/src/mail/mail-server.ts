import { text } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { listenOnFreePort } from '../listen.ts';

/** An email message as the server received it. */
export type CaughtMail = {
  readonly from: string;
  readonly to: readonly string[];
  /** The content after the DATA command. */
  readonly raw: string;
  readonly parsed: Email;
  /** Whether it came over TLS. */
  readonly secure: boolean;
  readonly user: string | undefined;
};

/** An SMTP error reply, to throw or to pass to a callback of the server. */
export function reply(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode });
}

/**
 * Starts a real SMTP server (RFC 5321) on its own port, which stores the messages it receives.
 * @param options options of `smtp-server`; `onMail` runs after the last byte and before the 250 reply
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
  // Some tests disconnect in the middle of a message.
  server.on('error', () => {});
  const port = await listenOnFreePort(server.server);
  return {
    mails,
    port,
    url: `smtp://127.0.0.1:${port}`,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

export type MailServer = Awaited<ReturnType<typeof startMailServer>>;

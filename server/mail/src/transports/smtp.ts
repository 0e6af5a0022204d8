import { domainToASCII } from 'node:url';
import { normalizeEmail } from '@portal/server-members/members';
import type { Brand } from '@portal/shared-brand/read/read-brand';
import type { LocalizedText } from '@portal/shared-contract';
import { createTransport } from 'nodemailer';
import { designPicture } from '../design-pictures.ts';
import type { OutboxMessage } from '../queue.ts';
import type { Attachment } from '../schema/outbox.ts';
import { DeliveryError } from './transport.ts';

/** RFC 5321 §4.5.3.2 allows minutes, which is too long for a member who waits for a code. */
const CONNECTION_TIMEOUT_MS = 10_000;
const SILENCE_TIMEOUT_MS = 20_000;
/** Commands whose refusal concerns only this message; a refusal of any other concerns all messages. */
const ABOUT_THE_MESSAGE: readonly string[] = ['RCPT TO', 'DATA'];

export type SmtpOptions = {
  /** `smtp://user:password@host:587`; nodemailer's options may follow as a query. */
  readonly url: string;
  /** `Name <address>`, by the language of the message. */
  readonly from: LocalizedText;
  /** Whose pictures the messages show. */
  readonly brand?: Pick<Brand, 'designs' | 'look'>;
};

type SmtpMessage = Pick<
  OutboxMessage,
  | 'id'
  | 'recipient'
  | 'locale'
  | 'subject'
  | 'text'
  | 'html'
  | 'attachments'
  | 'unsubscribeUrl'
  | 'createdAt'
>;

/** Sends email messages by SMTP (RFC 5321) as HTML and text, with the message's own id. */
export function smtpTransport({ url, from, brand = {} }: SmtpOptions) {
  const mailer = mailerOf({ url, from });
  const domain = domainOf(from.en);

  /** @throws DeliveryError */
  return async (message: SmtpMessage) => {
    const { id, recipient, locale, subject, text, html, attachments, createdAt } = message;
    const { unsubscribeUrl } = message;
    const mailbox = mailboxOf(recipient);
    if (!mailbox)
      throw new DeliveryError('the recipient is not a valid address', { permanent: true });
    try {
      await mailer.sendMail({
        from: from[locale],
        to: { name: '', address: mailbox },
        subject,
        text,
        ...(html !== null && { html }),
        ...(attachments && {
          attachments: await Promise.all(attachments.map((one) => fileOf(one, brand))),
        }),
        // The same on every attempt, so that a duplicate can be recognised.
        messageId: `<${id}@${domain}>`,
        date: createdAt,
        headers: {
          // RFC 3834 §5: suppresses out-of-office replies.
          'Auto-Submitted': 'auto-generated',
          'Content-Language': locale,
          ...(unsubscribeUrl && {
            'List-Unsubscribe': `<${unsubscribeUrl}>`,
            'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          }),
        },
      });
    } catch (cause) {
      throw refusal(cause);
    }
  };
}

/**
 * Goes through the handshake with a mail server as before each message: connection, TLS, sign-in.
 * @throws DeliveryError
 */
export async function checkSmtp(options: Omit<SmtpOptions, 'brand'>): Promise<void> {
  const mailer = mailerOf(options);
  try {
    await mailer.verify();
  } catch (cause) {
    throw refusal(cause);
  } finally {
    mailer.close();
  }
}

/** The domain of a sender: `Name <info@swan.example>`. */
export const domainOf = (from: string): string =>
  /@([^@>\s]+)>?\s*$/.exec(from)?.[1] ?? 'localhost';

const mailerOf = ({ url, from }: Omit<SmtpOptions, 'brand'>) =>
  createTransport(
    {
      url,
      // A host's own name is often none that anybody knows, and nodemailer then says [127.0.0.1]. `?name=` of the
      // URL goes before it.
      name: domainOf(from.en),
      connectionTimeout: CONNECTION_TIMEOUT_MS,
      greetingTimeout: CONNECTION_TIMEOUT_MS,
      socketTimeout: SILENCE_TIMEOUT_MS,
      ...(mustEncrypt(url) && { requireTLS: true }),
    },
    { disableFileAccess: true, disableUrlAccess: true },
  );

async function fileOf(attachment: Attachment, brand: Pick<Brand, 'designs' | 'look'>) {
  switch (attachment.kind) {
    case 'design':
      return {
        cid: attachment.contentId,
        filename: `${attachment.contentId}.png`,
        contentType: 'image/png',
        contentDisposition: 'inline',
        content: await designPicture(brand, attachment.designId),
      };
    case 'calendar':
      return {
        filename: attachment.name,
        contentType: 'text/calendar; charset=utf-8; method=PUBLISH',
        content: attachment.text,
      };
  }
}

/** Whether TLS is required: always with a password, unless the URL has `?ignoreTLS=true`. */
function mustEncrypt(url: string): boolean {
  const { username, searchParams } = new URL(url);
  return username !== '' && searchParams.get('ignoreTLS') !== 'true';
}

function refusal(cause: unknown): DeliveryError {
  const { code, originalCode, command, responseCode, permanent } = cause as {
    readonly code?: string;
    /** Of the system or of TLS, where nodemailer has put a code of its own in its place. */
    readonly originalCode?: string;
    readonly command?: string;
    readonly responseCode?: number;
    readonly permanent?: boolean;
  };
  const said = [originalCode ?? code, responseCode, command && `at ${command}`]
    .filter(Boolean)
    .join(' ');
  return new DeliveryError(`SMTP: ${said || 'failed'}`, {
    cause,
    permanent: permanent === true && command !== undefined && ABOUT_THE_MESSAGE.includes(command),
  });
}

/** The characters of an unquoted local part (RFC 5321 §4.1.2 `Dot-string`, extended by RFC 6531). */
const LOCAL_PART = /^[^\s\p{Cc}<>()[\]\\,;:@"]{1,64}$/u;

/** An address as SMTP needs it: NFKC, the domain as in DNS; undefined for more, or less, than one address. */
export function mailboxOf(address: string): string | undefined {
  const text = address.normalize('NFKC').trim();
  const at = text.lastIndexOf('@');
  const local = text.slice(0, at);
  if (!normalizeEmail(text) || !LOCAL_PART.test(local)) return undefined;
  return `${local}@${domainToASCII(text.slice(at + 1))}`;
}

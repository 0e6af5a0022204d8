import { openText, type Seal, sealText } from '@portal/server-platform/crypto/sealed-text';
import type { Secrets } from '@portal/shared-process/secrets';
import * as v from 'valibot';
import type { Attachment } from './schema/outbox.ts';

/** What is in a message: codes and links, and what the reader is told. */
export type MessageContent = {
  /** Empty for SMS messages. */
  readonly subject: string;
  readonly text: string;
  /** Only e-mail messages have it. */
  readonly html: string | null;
  /** What the files of an e-mail message are made from when it is sent. */
  readonly attachments: readonly Attachment[] | null;
  /** Of an e-mail message that the reader need not get: an address that ends these (RFC 8058). */
  readonly unsubscribeUrl: string | null;
};

const AttachmentSchema = v.variant('kind', [
  v.object({ kind: v.literal('design'), contentId: v.string(), designId: v.string() }),
  v.object({ kind: v.literal('calendar'), name: v.string(), text: v.string() }),
]);
const ContentSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    subject: v.string(),
    text: v.string(),
    html: v.nullable(v.string()),
    attachments: v.nullable(v.array(AttachmentSchema)),
    // The version before sealed none.
    unsubscribeUrl: v.optional(v.nullable(v.string()), null),
  }),
);

/** One message cannot be put in the place of another. */
const sealOf = (id: string): Seal => ({ purpose: 'outbox', owner: id });

/** Encrypts the content of a message for its row, so that a copy of the database has no code or link. */
export const sealContent = (secrets: Secrets, id: string, content: MessageContent): string =>
  sealText(secrets, sealOf(id), JSON.stringify(content));

/** Decrypts {@link sealContent}; undefined if this server has not the key. */
export function openContent(
  secrets: Secrets,
  id: string,
  sealed: string,
): MessageContent | undefined {
  const opened = v.safeParse(ContentSchema, openText(secrets, sealOf(id), sealed));
  return opened.success ? opened.output : undefined;
}

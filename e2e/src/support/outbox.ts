import { expect } from '@playwright/test';
import type { Addresses } from './portal.ts';

type Message = {
  readonly id: string;
  readonly to: string;
  readonly text: string;
  /** Null for a text message. */
  readonly html: string | null;
};

/** The messages that the embedded outbox holds for a recipient, newest first. */
export async function messagesTo(
  { outbox }: Pick<Addresses, 'outbox'>,
  recipient: string,
): Promise<Message[]> {
  const url = new URL('/messages.json', outbox);
  url.searchParams.set('to', recipient);
  const { messages } = (await (await fetch(url)).json()) as { messages: Message[] };
  return messages;
}

/** Waits for the newest code that was sent to somebody. @param used a code of before, which does not count */
export async function codeSentTo(
  portal: Pick<Addresses, 'outbox'>,
  recipient: string,
  used?: string,
): Promise<string> {
  return waitFor(async () => {
    const code = await lastCode(portal, recipient);
    return code === used ? undefined : code;
  });
}

/** The newest code that was sent to somebody, if there was one. */
export async function lastCode(
  portal: Pick<Addresses, 'outbox'>,
  recipient: string,
): Promise<string | undefined> {
  const messages = await messagesTo(portal, recipient);
  return messages.map(({ text }) => /\b\d{6}\b/.exec(text)?.[0]).find(Boolean);
}

/** The address at which the outbox shows the newest mail that was sent to somebody; waits for one. */
export async function mailPageOf(
  portal: Pick<Addresses, 'outbox'>,
  recipient: string,
): Promise<string> {
  const id = await waitFor(async () => (await messagesTo(portal, recipient))[0]?.id);
  return new URL(`/messages/${id}/body`, portal.outbox).href;
}

/** The link to a page of the portal in the newest mail that has one; waits for the mail. */
export function linkSentTo(
  portal: Pick<Addresses, 'outbox'>,
  recipient: string,
  path: `/${string}`,
): Promise<string> {
  return waitFor(async () => {
    const messages = await messagesTo(portal, recipient);
    const links = messages.flatMap(({ text }) => text.match(/https?:\/\/\S+/g) ?? []);
    return links.find((link) => new URL(link).pathname.endsWith(path));
  });
}

/** Asks at short intervals: a message is there as soon as the call that sends it is answered. */
async function waitFor(find: () => Promise<string | undefined>): Promise<string> {
  let found: string | undefined;
  await expect
    .poll(
      async () => {
        found = await find();
        return found;
      },
      { intervals: [20, 50, 100] },
    )
    .toBeDefined();
  return found ?? '';
}

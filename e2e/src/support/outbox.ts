import { expect } from '@playwright/test';
import type { Addresses } from './portal.ts';

type Message = { readonly id: string; readonly to: string; readonly text: string };

/** The messages of the embedded outbox, newest first. */
export async function outbox({ outbox: address }: Addresses, to: string): Promise<Message[]> {
  const answer = await fetch(new URL('/messages.json', address));
  const { messages } = (await answer.json()) as { messages: Message[] };
  return messages.filter((message) => message.to === to);
}

/** The code that a person was sent last; waits for one newer than `seen`. */
export async function codeSentTo(portal: Addresses, to: string, seen?: string): Promise<string> {
  let code: string | undefined;
  await expect
    .poll(async () => {
      code = await lastCode(portal, to);
      return code !== undefined && code !== seen;
    })
    .toBe(true);
  return code ?? '';
}

/** The code that a person was sent last, if there was one. */
export async function lastCode(portal: Addresses, to: string): Promise<string | undefined> {
  const messages = await outbox(portal, to);
  return messages.map(({ text }) => /\b\d{6}\b/.exec(text)?.[0]).find(Boolean);
}

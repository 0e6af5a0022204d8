import {
  type EmailLine,
  type EmailMessage,
  factsOf,
  withoutLinks,
} from '@portal/server-mail/email-message';
import type {
  GiftFacts,
  Message,
  MovedPassport,
  PassportFacts,
} from '@portal/server-members/messages';
import { type MessageDescriptor, msg } from '@portal/server-platform/texts/i18n';
import { momentInJapan } from '@portal/server-platform/texts/moment-in-japan';
import type { Locale } from '@portal/shared-contract';
import { factsOfPassport } from './passport-emails.ts';

/** Which passport, and from when it can be accepted, where something about the offer was new. */
export const factsOfGift = (
  locale: Locale,
  { heldUntil, ...passport }: PassportFacts & Pick<Partial<GiftFacts>, 'heldUntil'>,
): EmailLine[] => [
  ...factsOfPassport(locale, passport),
  !!heldUntil && msg`Can be accepted from: ${{ moment: momentInJapan(locale, heldUntil) }}`,
];

export function passportOfferedEmail(
  locale: Locale,
  {
    url,
    gift,
    at,
    until,
    isInvitation,
    designId,
    giverName,
    message,
  }: Extract<Message, { kind: 'passport_offered' }>,
): EmailMessage {
  const moment = momentInJapan(locale, until);
  const masked = gift.other ?? '';
  const other = giverName === null ? masked : withoutLinks(giverName);
  // Whose name is on it is the giver's, until it is accepted.
  const [, ...period] = factsOfGift(locale, gift);
  return {
    subject: msg`A passport is waiting for you`,
    paragraphs: [
      msg`${{ other }} would like to give you a passport. Choose whether to accept it.`,
      isInvitation &&
        msg`To answer, sign in with the email address that this message came to, or sign up with it. Nobody else can accept the passport.`,
      msg`If you do not answer by ${{ moment }}, the offer ends by itself.`,
    ],
    ...(message !== null && { quote: message }),
    cards: [{ designId, title: msg`From ${{ other }}`, details: msg`Annual passport` }],
    facts: [
      ...factsOf(locale, at),
      // A typed name can be anybody's; the registered one is the member's own.
      giverName !== null && msg`Registered name of the giver: ${{ name: masked }}`,
      ...period,
    ],
    ...(gift.heldUntil && { advice: [HELD] }),
    button: { label: msg`See the offer`, url },
    notes: [msg`If you do not know who this is, you can decline it there.`],
  };
}

/** Why an offer cannot be accepted yet. */
const HELD = msg`It was offered from a browser or with a password that is new, so it cannot be accepted before that time.`;

type MovedTexts = {
  readonly subject: MessageDescriptor;
  readonly body: (other: string) => MessageDescriptor;
  /** @param moment until when the giver can take it back */
  readonly advice: (moment: string) => MessageDescriptor;
};

const MOVED: Record<MovedPassport['how'], MovedTexts> = {
  received: {
    subject: msg`You received a passport`,
    body: (other) => msg`You have accepted a passport from ${{ other }}. It is now yours.`,
    advice: (moment) =>
      msg`Until ${{ moment }}, whoever gave it can take it back. That is for those whose passport somebody else has given away.`,
  },
  returned: {
    subject: msg`A passport that you gave has come back`,
    body: (other) => msg`${{ other }} has returned the passport that you gave. It is yours again.`,
    advice: () =>
      msg`You can keep it or give it to somebody else. If you paid for it, you can also cancel it until the day before its start date, and we pay you back.`,
  },
  taken_back: {
    subject: msg`A passport was taken back`,
    body: (other) =>
      msg`${{ other }} has taken the passport back that had come to you. It is no longer yours, and its codes no longer work.`,
    advice: () =>
      msg`For 72 hours, whoever gave a passport away can take it back. If you do not know why, ask the person you got it from.`,
  },
};

/** To a member whose passport it has become, or is no more. */
export function movedPassportEmail(locale: Locale, moved: MovedPassport): EmailMessage {
  const { how, other, at, device, takeBackUntil, url } = moved;
  const { subject, body, advice } = MOVED[how];
  const gift = factsOfGift(locale, moved);
  return {
    subject,
    paragraphs: [body(other)],
    // After it was taken back, the name on it is the giver's.
    facts: [...factsOf(locale, at, device), ...(how === 'taken_back' ? gift.slice(1) : gift)],
    advice: [advice(momentInJapan(locale, takeBackUntil))],
    ...(url && { button: { label: msg`Open the passport`, url } }),
  };
}

/** What the giver's message adds about a passport that was offered or given. */
export function giftAdvice(notice: string, gift: GiftFacts): MessageDescriptor[] {
  if (notice === 'passport_given') {
    return [
      msg`If you gave it yourself and want it back, you can take it back on its page, also within 72 hours.`,
    ];
  }
  return gift.heldUntil ? [HELD] : [];
}

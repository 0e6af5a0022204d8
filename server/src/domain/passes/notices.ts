import type { LocalizedText } from '@portal/shared-contract';
import type { DomainContext } from '../../context.ts';
import { sendNotification } from '../notifications.ts';
import { queueMessage } from '../outbox.ts';

/** What a member is told of their passes, by notification. `other` is the other side, masked. */
export type PassNotice =
  | {
      readonly kind:
        | 'transfer_offered'
        | 'transfer_requested'
        | 'transfer_accepted'
        | 'transfer_received'
        | 'transfer_rejected'
        | 'transfer_refused'
        | 'transfer_withdrawn'
        | 'transfer_taken_back'
        | 'transfer_lapsed';
      readonly other: string;
    }
  | { readonly kind: 'paid' | 'refunded' };

/** Then the pass is not theirs to open, or not any more: a link would lead to a page not found. */
const OUT_OF_SIGHT: ReadonlySet<PassNotice['kind']> = new Set([
  'transfer_accepted',
  'transfer_refused',
  'transfer_taken_back',
  'transfer_lapsed',
]);

type Texts = { readonly title: LocalizedText; readonly body: LocalizedText };

/** Tells a member; hand in the transaction that did it. */
export async function tellMember(
  tx: DomainContext,
  memberId: string,
  passId: string,
  notice: PassNotice,
): Promise<void> {
  const { title, body } = textsOf(notice);
  const link = (locale: 'ja' | 'en', label: string) =>
    OUT_OF_SIGHT.has(notice.kind)
      ? ''
      : `<p><a href="${locale === 'en' ? '/en' : ''}/my-page/passports/${passId}">${label}</a></p>`;
  await sendNotification(tx, {
    memberId,
    title,
    body: {
      ja: `<p>${escapeHtml(body.ja)}</p>${link('ja', 'パスポートを見る')}`,
      en: `<p>${escapeHtml(body.en)}</p>${link('en', 'See the passport')}`,
    },
  });
}

/** Costs what {@link tellMember} does and tells nobody: the time does not say who has an account. */
export async function tellNobody(tx: DomainContext, notice: PassNotice): Promise<void> {
  const { title, body } = textsOf(notice);
  const message = { kind: 'mail', recipient: '', locale: 'ja', dropped: true } as const;
  await queueMessage(tx, { ...message, subject: title.ja, text: body.ja });
}

function textsOf(notice: PassNotice): Texts {
  const other = 'other' in notice ? notice.other : '';
  switch (notice.kind) {
    case 'transfer_offered':
      return {
        title: { ja: 'パスポートが届いています', en: 'A passport is waiting for you' },
        body: {
          ja: `${other}さまから、パスポートの譲渡の申し出がありました。受け取るかどうかをお選びください。`,
          en: `${other} would like to give you a passport. Please choose whether to accept it.`,
        },
      };
    case 'transfer_requested':
      return {
        title: { ja: 'パスポートの譲渡を申し込みました', en: 'You offered a passport' },
        body: {
          ja: `${other}さまにパスポートの譲渡を申し込みました。手続きが終わるまで、このパスポートで入場することはできません。`,
          en: `You offered a passport to ${other}. It cannot be used until the transfer has ended.`,
        },
      };
    case 'transfer_accepted':
      return {
        title: { ja: 'パスポートを譲渡しました', en: 'Your passport was accepted' },
        body: {
          ja: `${other}さまがパスポートを受け取りました。`,
          en: `${other} has accepted the passport. It is now theirs.`,
        },
      };
    case 'transfer_received':
      return {
        title: { ja: 'パスポートを受け取りました', en: 'You received a passport' },
        body: {
          ja: `${other}さまからパスポートを受け取りました。写真が必要な場合は、追加してからお使いください。`,
          en: `You received a passport from ${other}. Where a photo is missing, please add one before you use it.`,
        },
      };
    case 'transfer_rejected':
      return {
        title: { ja: 'パスポートの譲渡は成立しませんでした', en: 'Your passport was not accepted' },
        body: {
          ja: `${other}さまはパスポートを受け取りませんでした。パスポートは引き続きお使いいただけます。`,
          en: `${other} did not accept the passport. It is still yours to use.`,
        },
      };
    case 'transfer_refused':
      return {
        title: { ja: 'パスポートの受け取りを辞退しました', en: 'You declined a passport' },
        body: {
          ja: `${other}さまからのパスポートの受け取りを辞退しました。`,
          en: `You declined the passport from ${other}.`,
        },
      };
    case 'transfer_withdrawn':
      return {
        title: { ja: 'パスポートの譲渡を取り消しました', en: 'You took your offer back' },
        body: {
          ja: `${other}さまへのパスポートの譲渡を取り消しました。パスポートは引き続きお使いいただけます。`,
          en: `You took back the passport that you offered to ${other}. It is still yours to use.`,
        },
      };
    case 'transfer_taken_back':
      return {
        title: { ja: 'パスポートの譲渡が取り消されました', en: 'An offer was taken back' },
        body: {
          ja: `${other}さまがパスポートの譲渡を取り消しました。`,
          en: `${other} has taken back the passport that was offered to you.`,
        },
      };
    case 'transfer_lapsed':
      return {
        title: { ja: 'パスポートの譲渡の期限が過ぎました', en: 'An offer has lapsed' },
        body: {
          ja: `${other}さまとのパスポートの譲渡は、期限までに受け取りがなかったため取り消しました。`,
          en: `The transfer with ${other} was not completed in time and has been cancelled.`,
        },
      };
    case 'paid':
      return {
        title: { ja: 'お支払いを確認しました', en: 'We received your payment' },
        body: {
          ja: 'パスポートのお支払いを確認しました。利用開始日からお使いいただけます。',
          en: 'We received the payment for your passport. You can use it from its start date.',
        },
      };
    case 'refunded':
      return {
        title: { ja: '返金が完了しました', en: 'Your refund is complete' },
        body: {
          ja: 'キャンセルされたパスポートの代金を返金しました。',
          en: 'We paid back what your cancelled passport cost.',
        },
      };
  }
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
/** A name may hold anything; the body is HTML. */
const escapeHtml = (text: string) =>
  text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');

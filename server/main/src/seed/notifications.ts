import type { NewNotification } from '@portal/server-notifications/notifications';
import type { LocalizedText } from '@portal/shared-contract';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Whatever is older has been read. */
const READ_SINCE_DAYS = 10;
/** The newest was published some hours before the start. */
const HOURS_AGO_MS = 3 * 60 * 60 * 1000;

/** An inline image, because nothing is loaded from outside: three sweets on a plate. */
const SWEETS = `<img alt="" width="320" height="160" src="data:image/svg+xml;base64,${btoa(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 160"><rect width="320" height="160" fill="#fdf3ee"/><ellipse cx="160" cy="122" rx="130" ry="20" fill="#e8ddd4"/><circle cx="95" cy="92" r="32" fill="#f4b6c2"/><circle cx="160" cy="88" r="34" fill="#fffaf5"/><circle cx="225" cy="92" r="32" fill="#b9cf9a"/></svg>',
)}">`;

type DemoNotification = Pick<NewNotification, 'title' | 'body' | 'externalLink'> & {
  readonly daysAgo: number;
};

/** The demo member's notifications: twelve, newest first, five of them unread. */
export function demoNotifications(
  now: Date,
  brand: LocalizedText,
): Omit<NewNotification, 'memberId'>[] {
  return NOTIFICATIONS.map(({ daysAgo, title, ...notification }) => {
    const publishedAt = new Date(now.getTime() - HOURS_AGO_MS - daysAgo * DAY_MS);
    const isRead = daysAgo >= READ_SINCE_DAYS;
    const readAt = isRead ? new Date(publishedAt.getTime() + DAY_MS) : null;
    const named = {
      ja: title.ja.replace('{brand}', brand.ja),
      en: title.en.replace('{brand}', brand.en),
    };
    return { ...notification, title: named, publishedAt, readAt };
  });
}

const NOTIFICATIONS: readonly DemoNotification[] = [
  {
    daysAgo: 0,
    title: { ja: '夜の特別公開 先行予約のご案内', en: 'An evening opening: early booking' },
    body: {
      ja: '<p>いつもご利用いただきありがとうございます。</p><p><strong>夜の特別公開</strong>の先行予約を、会員の皆さま限定で本日より承ります。人数に限りがありますので、お早めにお申し込みください。</p>',
      en: '<p>Thank you for being with us.</p><p>Booking for the <strong>evening opening</strong> is now open, for members only. Places are limited, so please book early.</p>',
    },
  },
  {
    daysAgo: 1,
    externalLink: 'https://example.com/hotels',
    title: { ja: '近くに泊まれるホテルをご紹介します', en: 'Hotels nearby, now online' },
    body: {
      ja: '<p>歩いて来られるホテルを12軒ご紹介しています。会員価格でお泊まりいただけます。</p>',
      en: '<p>Twelve hotels within a walk, at member prices.</p>',
    },
  },
  {
    daysAgo: 3,
    title: { ja: '入場ゲートが1か所増えました', en: 'There is one more gate' },
    body: {
      ja: '<p>今月から<strong>北ゲート</strong>からもご入場いただけます。混み合う日は、こちらが便利です。</p>',
      en: '<p>From this month you can also come in by the <strong>north gate</strong>, which is quicker on busy days.</p>',
    },
  },
  {
    daysAgo: 6,
    title: { ja: 'システムメンテナンスのお知らせ', en: 'Scheduled maintenance' },
    body: {
      ja: '<p>下記の時間帯はサービスをご利用いただけません。ご不便をおかけしますが、ご了承ください。</p><ul><li>火曜日 午前2時から午前4時まで（日本時間）</li></ul>',
      en: '<p>The service will be unavailable at the following time. We are sorry for the inconvenience.</p><ul><li>Tuesday, 2:00 to 4:00 a.m. (Japan time)</li></ul>',
    },
  },
  {
    daysAgo: 9,
    title: { ja: 'ご利用アンケートにご協力ください', en: 'Would you tell us how we are doing?' },
    body: {
      ja: '<p>よりよいサービスのため、5分ほどのアンケートをお願いしています。ご回答くださった方の中から抽選で50名さまに、お菓子の詰め合わせをお贈りします。</p>',
      en: '<p>We would be glad of five minutes of your time for a short survey. Fifty of those who answer will receive a box of sweets.</p>',
    },
  },
  {
    daysAgo: 14,
    title: { ja: '会員情報のご登録が完了しました', en: 'Your profile is complete' },
    body: {
      ja: '<p>ご登録ありがとうございます。すべてのサービスをご利用いただけます。</p>',
      en: '<p>Thank you. All services are now open to you.</p>',
    },
  },
  {
    daysAgo: 20,
    title: { ja: '春の限定スイーツ、はじまりました', en: 'Spring sweets have arrived' },
    body: {
      ja: `<p>桜もちといちご大福を、各店でお楽しみいただけます。</p>${SWEETS}<p>数量限定のため、売り切れの際はご容赦ください。</p>`,
      en: `<p>Sakura mochi and strawberry daifuku are waiting for you in all our shops.</p>${SWEETS}<p>Quantities are limited; we apologize if they are sold out.</p>`,
    },
  },
  {
    daysAgo: 31,
    title: {
      ja: '2段階認証をご利用ください',
      en: 'Keep your account safe with two-step verification',
    },
    body: {
      ja: '<p>アカウントを守るため、<a href="/account/mfa-settings">2段階認証</a>の設定をおすすめしています。設定は1分ほどで終わります。</p>',
      en: '<p>We recommend <a href="/account/mfa-settings">two-step verification</a> to protect your account. It takes about a minute to set up.</p>',
    },
  },
  {
    daysAgo: 45,
    title: { ja: '利用規約の改定について', en: 'Changes to the terms of service' },
    body: {
      ja: '<p>利用規約を一部改定しました。主な変更点は次のとおりです。</p><ol><li>お問い合わせ窓口の追加</li><li>ゆずる手続きの説明の追加</li></ol>',
      en: '<p>We have revised parts of our terms of service. The main changes are:</p><ol><li>A new contact desk</li><li>How a passport is given to somebody else</li></ol>',
    },
  },
  {
    daysAgo: 60,
    title: { ja: 'お誕生日おめでとうございます', en: 'Happy birthday' },
    body: {
      ja: '<p>お誕生日おめでとうございます。ささやかですが、<em>500円分のクーポン</em>をお贈りします。すてきな一年になりますように。</p>',
      en: '<p>Many happy returns! Here is a small present from us: a <em>coupon worth 500 yen</em>. We wish you a wonderful year.</p>',
    },
  },
  {
    daysAgo: 78,
    title: { ja: '冬の営業時間のお知らせ', en: 'Winter opening hours' },
    body: {
      ja: '<p>12月から2月までの営業時間は、午前10時から午後6時までです。</p>',
      en: '<p>From December to February we are open from 10 a.m. to 6 p.m.</p>',
    },
  },
  {
    daysAgo: 95,
    title: { ja: 'ようこそ、{brand}へ', en: 'Welcome to {brand}' },
    body: {
      ja: '<p>花子 様、ご登録ありがとうございます。お知らせはこのページに届きます。これからどうぞよろしくお願いいたします。</p>',
      en: '<p>Dear Hanako, thank you for joining us. Our news will reach you here. We look forward to seeing you.</p>',
    },
  },
];

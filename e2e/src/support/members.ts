/**
 * Members whom the tests' portal knows from its start, beside the demo member. Handed to the server's
 * seed as a file (`SEED_MEMBERS`, embedded default only).
 */
export type Member = {
  readonly email: string;
  readonly password: string;
  readonly lastName: string | null;
  readonly firstName: string | null;
  readonly emailVerified: boolean;
};

const PASSWORD = 'yuzu-to-kinako-27';

const named = (email: string, lastName: string, firstName: string): Member => ({
  email: `${email}@example.com`,
  password: PASSWORD,
  lastName,
  firstName,
  emailVerified: true,
});

/** One for each test worker, so that what a test does to a session meets no other test. */
export const WORKER_MEMBERS: readonly Member[] = [
  named('aoi.sato', '佐藤', '葵'),
  named('ren.suzuki', '鈴木', '蓮'),
  named('mei.takahashi', '高橋', '芽衣'),
  named('minato.ito', '伊藤', '湊'),
];

/** Who signs in when the member of a browser changes. */
export const OTHER_MEMBER: Member = named('rin.watanabe', '渡辺', '凛');

/** Signed up a minute ago: no name, no verified address. */
export const NEW_MEMBER: Member = {
  email: 'new.member@example.com',
  password: PASSWORD,
  lastName: null,
  firstName: null,
  emailVerified: false,
};

/** The member whom the seed itself makes: complete, with notifications. */
export const DEMO_MEMBER: Member = {
  email: 'hanako@example.com',
  password: 'sakura-mochi-2026',
  lastName: '山田',
  firstName: '花子',
  emailVerified: true,
};

/** Whose account is changed for good: each belongs to one test. */
export const ACCOUNT_MEMBERS = {
  changesEmailJa: named('changes.email.ja', '小林', '結衣'),
  changesEmailEn: named('changes.email.en', '加藤', '樹'),
  changesPassword: named('changes.password', '吉田', '陽'),
  leaves: named('leaves', '山本', '凪'),
  secures: named('secures', '中村', '紬'),
  connectsLine: named('connects.line', '松本', '湊斗'),
} as const satisfies Record<string, Member>;

/** Whom the seed makes beside the demo member. */
export const MEMBERS: readonly Member[] = [
  ...WORKER_MEMBERS,
  OTHER_MEMBER,
  NEW_MEMBER,
  ...Object.values(ACCOUNT_MEMBERS),
];

/** How the portal says a member's name: in the language's order (ui.md «Type»); empty without one. */
export function nameOf({ lastName, firstName }: Member, locale: 'ja' | 'en'): string {
  const parts = locale === 'ja' ? [lastName, firstName] : [firstName, lastName];
  return parts.filter(Boolean).join(' ');
}

import { createHash } from 'node:crypto';
import { NEWCOMERS_WITH_LINE, RETURNING } from '../getting-in/people.ts';
import { AT_PROVIDER } from '../idp/people.ts';
import { READERS } from '../notifications/people.ts';
import { PASS_MEMBERS } from '../passes/people.ts';
import { named } from './named.ts';
import { TRIES } from './tries.ts';

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
  /** Codes at sign-in, by e-mail unless told otherwise. */
  readonly mfaEnabled?: boolean;
  readonly mfaChannel?: 'sms';
  /** E.164. */
  readonly phone?: string;
  /** Has left. */
  readonly closed?: boolean;
  /** The LINE account that is linked: one of {@link LINE_PEOPLE}. */
  readonly line?: string;
  /** Signs in by LINE alone: the password is not set yet. */
  readonly withoutPassword?: boolean;
  /** The terms that were agreed to; those in force unless told otherwise. */
  readonly termsAcceptedVersion?: string;
};

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
export const NEW_MEMBER: Member = named('new.member', null, null, { emailVerified: false });

/** The member whom the seed itself makes: complete, with notifications. */
export const DEMO_MEMBER: Member = {
  email: 'hanako@example.com',
  password: 'sakura-mochi-2026',
  lastName: '山田',
  firstName: '花子',
  emailVerified: true,
};

/** Whose account is changed for good: each belongs to one test, and to one try of it. */
const CHANGED = {
  leaves: ['山本', '凪'],
  secures: ['中村', '紬'],
  'connects.line': ['松本', '湊斗'],
} as const;

/** @param retry how many tries there were before: `test.info().retry` */
export function accountMember(name: keyof typeof CHANGED, retry: number): Member {
  const [lastName, firstName] = CHANGED[name];
  return named(`${name}${again(retry)}`, lastName, firstName);
}

const again = (retry: number): string => (retry === 0 ? '' : `.again-${retry}`);
const retries = Array.from({ length: TRIES }, (_, retry) => retry);

/** The walks through each flow of the account (e2e/src/account/flows.spec.ts). */
export const WALKS = [
  'by-keyboard',
  'back-and-reload',
  'odds',
  'wrong-code',
  'second-code',
  'session-gone',
  'signed-out',
] as const;
export type WalkName = (typeof WALKS)[number];

/** What the flows of the account ask of the member who walks them. */
const FLOWS = {
  edit: { mfaEnabled: true },
  'change-email': {},
  'change-password': {},
  'password-settings': { withoutPassword: true, linked: true },
  delete: {},
  'mfa-settings': {},
  'connect-line': {},
  'disconnect-line': { linked: true },
} as const satisfies Record<string, Partial<Member> & { readonly linked?: true }>;
export type FlowName = keyof typeof FLOWS;

/**
 * Who walks through a flow: each walk changes the account for good, so each try of it has a member.
 * @param retry how many tries there were before: `test.info().retry`
 */
export function flowMember(flow: FlowName, walk: WalkName, retry = 0): Member {
  const { linked, ...special }: Partial<Member> & { linked?: true } = FLOWS[flow];
  const member = named(`${walk}.${flow}${again(retry)}`, '森', '碧');
  return { ...member, ...special, ...(linked && { line: lineOf(member) }) };
}

/** The LINE account of a member, linked or not: the subject that the sandbox knows. */
export const lineOf = ({ email }: Pick<Member, 'email'>): string =>
  `U${createHash('md5').update(email).digest('hex')}`;

const FLOW_MEMBERS = (Object.keys(FLOWS) as FlowName[]).flatMap((flow) =>
  WALKS.flatMap((walk) => retries.map((retry) => flowMember(flow, walk, retry))),
);

/** One for each appearance of the tour. */
export const TOURED: readonly Member[] = Array.from({ length: 8 }, (_, n) =>
  named(`tour.${n}`, '森', '碧'),
);

/** Whom the seed makes beside the demo member. */
export const MEMBERS: readonly Member[] = [
  ...WORKER_MEMBERS,
  OTHER_MEMBER,
  NEW_MEMBER,
  ...(Object.keys(CHANGED) as (keyof typeof CHANGED)[]).flatMap((name) =>
    retries.map((retry) => accountMember(name, retry)),
  ),
  ...FLOW_MEMBERS,
  ...TOURED,
  ...Object.values(RETURNING),
  ...READERS,
  ...Object.values(PASS_MEMBERS),
  ...Object.values(AT_PROVIDER),
];

/** Who has an account at the sandbox's LINE, beside those whom it brings itself. */
export const LINE_PEOPLE = [
  ...FLOW_MEMBERS.filter(({ email }) => /line|password-set/.test(email)).map((member) => ({
    subject: lineOf(member),
    name: member.email,
  })),
  ...Object.values(NEWCOMERS_WITH_LINE),
];

/** How the portal says a member's name: in the language's order (ui.md «Type»); empty without one. */
export function nameOf({ lastName, firstName }: Member, locale: 'ja' | 'en'): string {
  const parts = locale === 'ja' ? [lastName, firstName] : [firstName, lastName];
  return parts.filter(Boolean).join(' ');
}

import type { Member } from '../../db/schema/members.ts';

const MASK = '***';
const characters = new Intl.Segmenter('ja', { granularity: 'grapheme' });

/** Somebody as another member sees them: «山***» of 山田; without a name the end of their code. */
export function maskedMember(member: Pick<Member, 'lastName' | 'memberCode'>): string {
  return member.lastName ? maskName(member.lastName) : `${MASK}${member.memberCode.slice(-4)}`;
}

/** The first character and no more. */
export function maskName(name: string): string {
  const [first] = characters.segment(name);
  return `${first?.segment ?? ''}${MASK}`;
}

import type { Member } from '@portal/server-members/schema/members';

const MASK = '***';
const characters = new Intl.Segmenter('ja', { granularity: 'grapheme' });

/** A member as others see them: `山***` for 山田; without a name, the last digits of the member code. */
export function maskMember(member: Pick<Member, 'lastName' | 'memberCode'>): string {
  return member.lastName ? maskName(member.lastName) : `${MASK}${member.memberCode.slice(-4)}`;
}

/** The first character and `***`. */
export function maskName(name: string): string {
  const [first] = characters.segment(name);
  return `${first?.segment ?? ''}${MASK}`;
}

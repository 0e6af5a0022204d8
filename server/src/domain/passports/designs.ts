import type { PassportDesign } from '@portal/shared-contract';

/** The catalogue of designs. The client draws each by its id (design §4.5). */
export const PASSPORT_DESIGNS: readonly PassportDesign[] = [
  { id: 'swallows', name: { ja: 'つばめ', en: 'Swallows' } },
  { id: 'waves', name: { ja: '青海波', en: 'Waves' } },
  { id: 'blossom', name: { ja: '桜', en: 'Cherry blossom' } },
  { id: 'hemp-leaf', name: { ja: '麻の葉', en: 'Hemp leaf' } },
  { id: 'mountain', name: { ja: '山', en: 'Mountain' } },
  { id: 'night', name: { ja: '夜空', en: 'Night sky' } },
];

export function findDesign(id: string | null | undefined): PassportDesign | undefined {
  return PASSPORT_DESIGNS.find((design) => design.id === id);
}

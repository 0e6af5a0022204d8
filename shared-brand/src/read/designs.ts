import type { PassportDesign, PassportKind } from '@portal/shared-contract';

/** The portal's own designs. The client draws each by its id (design §4.5). */
export const PORTAL_DESIGNS: readonly PassportDesign[] = [
  { id: 'swallows', name: { ja: 'つばめ', en: 'Swallows' } },
  { id: 'waves', name: { ja: '青海波', en: 'Waves' } },
  { id: 'blossom', name: { ja: '桜', en: 'Cherry blossom' } },
  { id: 'hemp-leaf', name: { ja: '麻の葉', en: 'Hemp leaf' } },
  { id: 'mountain', name: { ja: '山', en: 'Mountain' } },
  { id: 'night', name: { ja: '夜空', en: 'Night sky' } },
];

/** The designs of a brand that has its own choice. */
export type BrandDesigns = {
  /** What members can choose, in this order. */
  readonly offered: readonly PassportDesign[];
  /** The brand's own pictures as SVG, by design id; also of designs that are not offered any more. */
  readonly pictures: Readonly<Record<string, string>>;
};

type Setting = { readonly brand: { readonly designs?: BrandDesigns | undefined } };

/** The designs that members can choose, in their order. */
export const offeredDesigns = ({ brand }: Setting): readonly PassportDesign[] =>
  brand.designs?.offered ?? PORTAL_DESIGNS;

/** The designs among these that a kind of passports has. */
export const designsFor = (
  kind: Pick<PassportKind, 'designs'>,
  designs: readonly PassportDesign[],
): readonly PassportDesign[] =>
  kind.designs ? designs.filter(({ id }) => kind.designs?.includes(id)) : designs;

/** The design in a list that has this id. */
export function findDesign(
  designs: readonly PassportDesign[],
  id: string | null | undefined,
): PassportDesign | undefined {
  return designs.find((design) => design.id === id);
}

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { LocalizedText, PassportDesign, PassportKind } from '@portal/shared-contract';
import { svgProblem } from '../look/safe-svg.ts';
import { BrandError } from './brand-error.ts';
import { DEMO_FOLDER } from './read-file.ts';

/** The designs of a brand. */
export type BrandDesigns = {
  /** What members can choose, in this order. */
  readonly offered: readonly PassportDesign[];
  /**
   * The pictures as SVG, by the design's id, and by `<id>.wide` what a desktop shows in its place; also of designs
   * that are not offered any more.
   */
  readonly pictures: Readonly<Record<string, string>>;
};

/** A design as brand.json has it. */
export type GivenDesign = { readonly id: string; readonly name?: LocalizedText | undefined };

/** What the id of a design looks like, which is part of an address. */
export const DESIGN_ID = /^[a-z][a-z0-9-]{0,40}$/;

/** Only who looks at such a passport loads it, so it may be larger than what stands in every page. */
const PICTURE_MAX_LENGTH = 64 * 1024;
export const DESIGNS_FOLDER = 'designs';
const ENDING = '.svg';
const WIDE = '.wide';

/** Of the demo, which a brand without designs of its own has, and of which any other may name some. */
const DEMO: readonly PassportDesign[] = [
  { id: 'mountain', name: { ja: '山', en: 'Mountain' } },
  { id: 'swallows', name: { ja: 'つばめ', en: 'Swallows' } },
  { id: 'waves', name: { ja: '青海波', en: 'Waves' } },
  { id: 'blossom', name: { ja: '桜', en: 'Cherry blossom' } },
  { id: 'hemp-leaf', name: { ja: '麻の葉', en: 'Hemp leaf' } },
  { id: 'night', name: { ja: '夜空', en: 'Night sky' } },
];
let demo: BrandDesigns | undefined;

type Setting = { readonly brand: { readonly designs?: BrandDesigns | undefined } };

/** The designs of a brand; those of the demo for one that has none of its own. */
export function designsOf({ brand }: Setting): BrandDesigns {
  demo ??= { offered: DEMO, pictures: readPictures(path.join(DEMO_FOLDER, DESIGNS_FOLDER)) };
  return brand.designs ?? demo;
}

/**
 * A picture as SVG.
 * @param name a design's id, or `<id>.wide`; the first design has the place of what is not there
 */
export function pictureOf(setting: Setting, name = ''): string {
  const { offered, pictures } = designsOf(setting);
  const names = [name, name.replace(/\.wide$/, ''), ...offered.map(({ id }) => id)];
  const found = names.find((one) => Object.hasOwn(pictures, one));
  if (found === undefined) throw new Error('The designs have no picture');
  return pictures[found] ?? '';
}

/** The designs that members can choose, in their order. */
export const offeredDesigns = (setting: Setting): readonly PassportDesign[] =>
  designsOf(setting).offered;

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

/**
 * The designs of a brand: those of brand.json, and the pictures of the folder `designs`.
 * @returns undefined for a brand that has neither
 * @throws BrandError for a design that cannot be drawn or has no name
 */
export function readDesigns(
  folder: string,
  given: readonly GivenDesign[] | undefined,
): BrandDesigns | undefined {
  const own = readPictures(path.join(folder, DESIGNS_FOLDER));
  if (!given) {
    if (Object.keys(own).length === 0) return undefined;
    throw new BrandError(
      "The brand has pictures in the folder designs, and its brand.json has no designs. Please list there what members can choose, the demo's designs included.",
    );
  }
  const taken = DEMO.find(({ id }) => Object.hasOwn(own, id));
  if (taken) {
    throw new BrandError(
      `The brand's ${DESIGNS_FOLDER}/${taken.id}${ENDING} cannot be used: “${taken.id}” is a design of the demo. Please give the picture another name.`,
    );
  }
  const pictures = { ...designsOf({ brand: {} }).pictures, ...own };
  const offered = given.map(({ id, name }, at) => {
    if (given.findIndex((other) => other.id === id) !== at) {
      throw new BrandError(`The brand's brand.json has the design “${id}” twice.`);
    }
    if (!Object.hasOwn(pictures, id)) {
      throw new BrandError(
        `The brand's brand.json has the design “${id}”, which has no picture. Please add ${DESIGNS_FOLDER}/${id}${ENDING}, or choose one of the demo: ${DEMO.map((design) => design.id).join(', ')}.`,
      );
    }
    const named = name ?? findDesign(DEMO, id)?.name;
    if (named) return { id, name: named };
    throw new BrandError(`Please set a name for the design “${id}” in the brand's brand.json.`);
  });
  return { offered, pictures };
}

function readPictures(folder: string): Record<string, string> {
  if (!existsSync(folder)) return {};
  const files = readdirSync(folder).filter((file) => !file.startsWith('.'));
  return Object.fromEntries(
    files.sort().map((file) => {
      const name = file.slice(0, -ENDING.length);
      const where = `The brand's ${DESIGNS_FOLDER}/${file} cannot be used`;
      if (!file.endsWith(ENDING)) throw new BrandError(`${where}: designs are ${ENDING} files.`);
      const id = name.endsWith(WIDE) ? name.slice(0, -WIDE.length) : name;
      if (!DESIGN_ID.test(id)) {
        throw new BrandError(
          `${where}: please name it with small letters, digits and hyphens, such as river${ENDING}.`,
        );
      }
      if (!files.includes(id + ENDING)) {
        throw new BrandError(`${where} without ${id}${ENDING}, which a phone shows.`);
      }
      const svg = readFileSync(path.join(folder, file), 'utf8').trim();
      const problem = svgProblem(svg, PICTURE_MAX_LENGTH);
      if (problem) throw new BrandError(`${where}: ${problem}.`);
      return [name, svg];
    }),
  );
}

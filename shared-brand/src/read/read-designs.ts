import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { LocalizedText } from '@portal/shared-contract';
import { svgProblem } from '../look/safe-svg.ts';
import { BrandError } from './brand-error.ts';
import { type BrandDesigns, findDesign, PORTAL_DESIGNS } from './designs.ts';

/** A design as brand.json has it. */
export type GivenDesign = { readonly id: string; readonly name?: LocalizedText | undefined };

/** What the id of a design looks like, which is part of an address. */
export const DESIGN_ID = /^[a-z][a-z0-9-]{0,40}$/;

/** Only who looks at such a passport loads it, so it may be larger than what stands in every page. */
const PICTURE_MAX_LENGTH = 64 * 1024;
export const DESIGNS_FOLDER = 'designs';
const ENDING = '.svg';

/**
 * The designs of a brand: those of brand.json, and the pictures of the folder `designs`.
 * @returns undefined for a brand that has neither
 * @throws BrandError for a design that cannot be drawn or has no name
 */
export function readDesigns(
  folder: string,
  given: readonly GivenDesign[] | undefined,
): BrandDesigns | undefined {
  const pictures = readPictures(path.join(folder, DESIGNS_FOLDER));
  if (!given) {
    if (Object.keys(pictures).length === 0) return undefined;
    throw new BrandError(
      "The brand has pictures in the folder designs, and its brand.json has no designs. Please list there what members can choose, the portal's own designs included.",
    );
  }
  const offered = given.map(({ id, name }, at) => {
    if (given.findIndex((other) => other.id === id) !== at) {
      throw new BrandError(`The brand's brand.json has the design “${id}” twice.`);
    }
    const own = findDesign(PORTAL_DESIGNS, id);
    if (!own && !Object.hasOwn(pictures, id)) {
      throw new BrandError(
        `The brand's brand.json has the design “${id}”, which has no picture. Please add ${DESIGNS_FOLDER}/${id}${ENDING}, or choose one of the portal's own: ${PORTAL_DESIGNS.map((design) => design.id).join(', ')}.`,
      );
    }
    const named = name ?? own?.name;
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
      const id = file.slice(0, -ENDING.length);
      const where = `The brand's ${DESIGNS_FOLDER}/${file} cannot be used`;
      if (!file.endsWith(ENDING)) throw new BrandError(`${where}: designs are ${ENDING} files.`);
      if (!DESIGN_ID.test(id)) {
        throw new BrandError(
          `${where}: please name it with small letters, digits and hyphens, such as river${ENDING}.`,
        );
      }
      if (findDesign(PORTAL_DESIGNS, id)) {
        throw new BrandError(
          `${where}: the portal draws the design “${id}” itself. Please give the picture another name.`,
        );
      }
      const svg = readFileSync(path.join(folder, file), 'utf8').trim();
      const problem = svgProblem(svg, PICTURE_MAX_LENGTH);
      if (problem) throw new BrandError(`${where}: ${problem}.`);
      return [id, svg];
    }),
  );
}

import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Drawn by mfe-mypage/src/passports/art/pictures.test.tsx, because mail programs show no SVG. */
export const DESIGN_PICTURES_FOLDER = path.join(import.meta.dirname, 'designs');
/** As in the portal, a design that is not known here has the waves. */
const OTHERWISE = 'waves.png';

let pictures: ReadonlyMap<string, Buffer> | undefined;

/** The picture of a design for e-mail messages, as PNG. */
export function designPicture(designId: string): Buffer {
  pictures ??= readPictures();
  const picture = pictures.get(`${designId}.png`) ?? pictures.get(OTHERWISE);
  if (!picture) throw new Error('The pictures of the designs are missing');
  return picture;
}

const readPictures = () =>
  new Map(
    readdirSync(DESIGN_PICTURES_FOLDER).map((name) => [
      name,
      readFileSync(path.join(DESIGN_PICTURES_FOLDER, name)),
    ]),
  );

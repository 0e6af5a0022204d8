import sharp from 'sharp';

const WIDTH = 450;
const HEIGHT = 600;

type Colour = readonly [red: number, green: number, blue: number];
/** An ellipse, in shares of the image's width and height. */
type Ellipse = {
  readonly x: number;
  readonly y: number;
  readonly across: number;
  readonly down: number;
};

const HEAD: Ellipse = { x: 0.5, y: 0.4, across: 0.2, down: 0.19 };
const HAIR: Ellipse = { x: 0.5, y: 0.36, across: 0.24, down: 0.2 };
const SHOULDERS: Ellipse = { x: 0.5, y: 1.02, across: 0.42, down: 0.38 };
const SKIN: Colour = [241, 205, 178];
const DARK: Colour = [58, 44, 48];

/** Draws a portrait of nobody for the demo passports, as WebP: head and shoulders on a plain background. */
export function drawPortrait(background: Colour, clothes: Colour): Promise<Uint8Array> {
  const pixels = new Uint8Array(WIDTH * HEIGHT * 3);
  for (let row = 0; row < HEIGHT; row += 1) {
    for (let column = 0; column < WIDTH; column += 1) {
      const inside = isIn(column / WIDTH, row / HEIGHT);
      const colour = inside(HEAD)
        ? SKIN
        : inside(HAIR)
          ? DARK
          : inside(SHOULDERS)
            ? clothes
            : background;
      pixels.set(colour, (row * WIDTH + column) * 3);
    }
  }
  return sharp(pixels, { raw: { width: WIDTH, height: HEIGHT, channels: 3 } })
    .webp({ quality: 82 })
    .toBuffer();
}

const isIn =
  (x: number, y: number) =>
  (of: Ellipse): boolean =>
    ((x - of.x) / of.across) ** 2 + ((y - of.y) / of.down) ** 2 <= 1;

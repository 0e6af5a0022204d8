/** A part of the picture, in its own pixels, as it lies after it was turned. */
export type Area = {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
};

/** The photo on the pass: 3 to 4, large enough for print (decisions.md: the server scales it again). */
export const PHOTO_ASPECT = 3 / 4;
const PHOTO_WIDTH = 720;
const PHOTO_HEIGHT = PHOTO_WIDTH / PHOTO_ASPECT;
const QUALITY = 0.9;

/** The size of a rectangle's frame once the rectangle is turned by `degrees`. */
export function turnedSize(
  width: number,
  height: number,
  degrees: number,
): { readonly width: number; readonly height: number } {
  const angle = (degrees * Math.PI) / 180;
  const [sin, cos] = [Math.abs(Math.sin(angle)), Math.abs(Math.cos(angle))];
  return { width: cos * width + sin * height, height: sin * width + cos * height };
}

/**
 * The chosen part as a JPEG of 720 × 960. Drawn anew: the camera's own data (place, time, device) is
 * not in it, and it stands upright, since the browser draws a picture as its camera meant it.
 */
export async function cropped(
  picture: HTMLImageElement,
  area: Area,
  degrees: number,
): Promise<Blob> {
  const canvas = document.createElement('canvas');
  canvas.width = PHOTO_WIDTH;
  canvas.height = PHOTO_HEIGHT;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser draws no pictures');
  const frame = turnedSize(picture.naturalWidth, picture.naturalHeight, degrees);
  context.fillStyle = '#fff';
  context.fillRect(0, 0, PHOTO_WIDTH, PHOTO_HEIGHT);
  context.scale(PHOTO_WIDTH / area.width, PHOTO_HEIGHT / area.height);
  context.translate(frame.width / 2 - area.x, frame.height / 2 - area.y);
  context.rotate((degrees * Math.PI) / 180);
  context.drawImage(picture, -picture.naturalWidth / 2, -picture.naturalHeight / 2);
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('The picture could not be written'))),
      'image/jpeg',
      QUALITY,
    );
  });
}

/** The picture of a file; rejects where the browser cannot read it. */
export async function readPicture(address: string): Promise<HTMLImageElement> {
  const picture = new Image();
  picture.src = address;
  await picture.decode();
  return picture;
}

import { withDeadline } from '@portal/kit/contract';

/** A rectangle of the rotated picture, in the picture's own pixels. */
export type Area = {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
};

/** Width to height of a passport's photo. It is large enough to print; the server scales it again. */
export const PHOTO_ASPECT = 3 / 4;
const PHOTO_WIDTH = 720;
const PHOTO_HEIGHT = PHOTO_WIDTH / PHOTO_ASPECT;
const QUALITY = 0.9;
/** A browser that is out of memory may never answer. */
const ANSWERS_WITHIN_MS = 10_000;

/** The bounding box of a rectangle rotated by `degrees`. */
export function rotatedSize(
  width: number,
  height: number,
  degrees: number,
): { readonly width: number; readonly height: number } {
  const angle = (degrees * Math.PI) / 180;
  const [sin, cos] = [Math.abs(Math.sin(angle)), Math.abs(Math.cos(angle))];
  return { width: cos * width + sin * height, height: sin * width + cos * height };
}

/**
 * Crops to a JPEG of 720 × 960 pixels. Drawing on a canvas drops the camera's metadata and applies its orientation.
 * @throws Error where the browser has no canvas or cannot encode it, such as an iPhone that is out of memory for it
 */
export async function cropPhoto(
  picture: HTMLImageElement,
  area: Area,
  degrees: number,
): Promise<Blob> {
  const canvas = document.createElement('canvas');
  canvas.width = PHOTO_WIDTH;
  canvas.height = PHOTO_HEIGHT;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser has no 2D canvas');
  const frame = rotatedSize(picture.naturalWidth, picture.naturalHeight, degrees);
  context.fillStyle = 'white';
  context.fillRect(0, 0, PHOTO_WIDTH, PHOTO_HEIGHT);
  context.scale(PHOTO_WIDTH / area.width, PHOTO_HEIGHT / area.height);
  context.translate(frame.width / 2 - area.x, frame.height / 2 - area.y);
  context.rotate((degrees * Math.PI) / 180);
  context.drawImage(picture, -picture.naturalWidth / 2, -picture.naturalHeight / 2);
  const encoded = new Promise<Blob>((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('The canvas could not be encoded'))),
      'image/jpeg',
      QUALITY,
    );
  });
  return withDeadline(encoded, ANSWERS_WITHIN_MS);
}

/** Loads an image; rejects where the browser cannot decode it. */
export async function readPicture(address: string): Promise<HTMLImageElement> {
  const picture = new Image();
  picture.src = address;
  await withDeadline(picture.decode(), ANSWERS_WITHIN_MS);
  return picture;
}

import type { Passport } from '@portal/kit/contract';

/** The pass with the photo itself in place of its address, which works for some minutes alone. */
export async function withOwnPhoto(pass: Passport): Promise<Passport> {
  if (pass.photo === null || pass.photo.startsWith('data:')) return pass;
  const photo = await fetch(pass.photo)
    .then((answer) => (answer.ok ? answer.blob() : undefined))
    .then((blob) => (blob ? dataUrl(blob) : null))
    // A pass without its photo is better than none.
    .catch(() => null);
  return { ...pass, photo };
}

const dataUrl = (blob: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(blob);
  });

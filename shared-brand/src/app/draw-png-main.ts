import sharp from 'sharp';

/** The picture as a PNG; undefined where it cannot be drawn. */
export type DrawnPicture = { readonly png: Uint8Array | undefined };

/** Draws each SVG that is asked for as a PNG. */
process.on('message', async ({ svg }: { readonly svg: string }) => {
  const drawing = sharp(Buffer.from(svg)).png({ compressionLevel: 9, palette: true }).toBuffer();
  const answer: DrawnPicture = { png: await drawing.catch(() => undefined) };
  process.send?.(answer);
});

process.on('disconnect', () => process.exit());

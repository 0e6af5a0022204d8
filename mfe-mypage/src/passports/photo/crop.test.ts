import { rotatedSize } from './crop.ts';

test.each([
  [0, 400, 300],
  [90, 300, 400],
  [180, 400, 300],
  [-90, 300, 400],
  [45, 494.97, 494.97],
])(
  'a picture of 400 by 300 rotated by %d degrees has a bounding box of %d by %d',
  (degrees, width, height) => {
    const size = rotatedSize(400, 300, degrees);
    expect(size.width).toBeCloseTo(width, 1);
    expect(size.height).toBeCloseTo(height, 1);
  },
);

import { createUploadPlaces } from './body.ts';

// @proves 9.32
test('ends the body that comes most slowly where all together are too large, and no other', () => {
  let now = 0;
  const places = createUploadPlaces(1, { bytesMax: 100, now: () => now });
  const take = (caller: string) => {
    const place = places.take(caller);
    if (!place) throw new Error(`${caller} got no place`);
    return place;
  };
  const whole = take('whole');
  whole.received(30);
  whole.complete();
  const slow = take('slow');
  now = 10_000;
  slow.received(20);
  const faster = take('faster');
  const begun = take('begun');
  now = 11_000;
  faster.received(50);
  expect([slow, faster, begun].map(({ ending }) => ending.aborted)).toEqual([false, false, false]);
  faster.received(1);
  expect([whole, slow, faster, begun].map(({ ending }) => ending.aborted)).toEqual([
    false,
    true,
    false,
    false,
  ]);
  slow.giveBack();
  expect(places.take('slow')).toBeDefined();
  expect(places.take('faster')).toBeUndefined();
});

import { badPorts } from './ports.ts';

test('a port that every browser refuses is named before anybody waits for it', async () => {
  expect(badPorts([6001, 6000, 4300, 5061])).toEqual([5061, 6000]);
  // The platform's own fetch holds the same list.
  await expect(fetch('http://localhost:6000/')).rejects.toMatchObject({
    cause: { message: 'bad port' },
  });
});

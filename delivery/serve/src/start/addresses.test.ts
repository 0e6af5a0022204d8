import { badPorts } from './addresses.ts';

test('names a port that every browser refuses', async () => {
  expect(badPorts([6001, 6000, 4300, 5061])).toEqual([5061, 6000]);
  // Node's own fetch has the same list.
  await expect(fetch('http://localhost:6000/')).rejects.toMatchObject({
    cause: { message: 'bad port' },
  });
});

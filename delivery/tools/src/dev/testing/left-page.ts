import { waitFor } from '@testing-library/react';

let addresses: string[] = [];

/** Begins to note where the page leaves to; jsdom stays where it is. */
export function stay(): (address: string) => void {
  const noted: string[] = [];
  addresses = noted;
  return (address) => noted.push(address);
}

/** The address to which the page has left last; waits until it has. */
export const left = (): Promise<URL> =>
  waitFor(() => {
    const address = addresses.shift();
    if (address === undefined) throw new Error('The page has not left.');
    return new URL(address);
  });

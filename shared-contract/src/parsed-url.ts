/** `URL.parse`, which came to browsers in 2024: undefined for what is no address. */
export function parsedUrl(address: string, base?: string): URL | undefined {
  try {
    return new URL(address, base);
  } catch {
    return undefined;
  }
}

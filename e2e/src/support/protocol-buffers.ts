/** The few parts of Protocol Buffers' encoding that {@link ./cloud-messaging.ts} needs. */

const VARINT = 0;
const FIXED_64 = 1;
const LENGTH_DELIMITED = 2;
const SEVEN_BITS = 0x7fn;
const MORE = 0x80;

/** A number of seven bits in each byte, the lowest first. */
export function varint(value: number | bigint): Buffer {
  const bytes: number[] = [];
  let rest = BigInt(value);
  do {
    const low = Number(rest & SEVEN_BITS);
    rest >>= 7n;
    bytes.push(rest > 0n ? low | MORE : low);
  } while (rest > 0n);
  return Buffer.from(bytes);
}

/** The number at a place, and where it ends; undefined if it has not arrived as a whole. */
export function readVarint(
  bytes: Buffer,
  at: number,
): { readonly value: number; readonly end: number } | undefined {
  let value = 0;
  for (let end = at; end < bytes.length; end += 1) {
    const byte = bytes[end] ?? 0;
    value += (byte & ~MORE) * 2 ** (7 * (end - at));
    if (byte < MORE) return { value, end: end + 1 };
  }
  return undefined;
}

export const numberField = (field: number, value: number | bigint): Buffer =>
  Buffer.concat([varint((field << 3) | VARINT), varint(value)]);

export function fixed64Field(field: number, value: bigint): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(value);
  return Buffer.concat([varint((field << 3) | FIXED_64), bytes]);
}

/** A text, bytes, or a message within the message. */
export function bytesField(field: number, value: string | Buffer): Buffer {
  const bytes = Buffer.from(value as string);
  return Buffer.concat([varint((field << 3) | LENGTH_DELIMITED), varint(bytes.length), bytes]);
}

import { createSocket } from 'node:dgram';
import type { AddressInfo } from 'node:net';

const TXT = 16;
const HEADER_BYTES = 12;
const NO_SUCH_NAME = 3;

/** Starts a DNS server (RFC 1035) that knows TXT records alone. @param records by name; may change while it runs */
export async function startDnsServer(records: Readonly<Record<string, string>>) {
  const socket = createSocket('udp4');
  socket.on('message', (query, { port, address }) => {
    const labels: string[] = [];
    let at = HEADER_BYTES;
    for (let size = query[at] ?? 0; size > 0; size = query[at] ?? 0) {
      labels.push(query.toString('latin1', at + 1, at + 1 + size));
      at += 1 + size;
    }
    // Type and class follow the name's last, empty label.
    const question = query.subarray(HEADER_BYTES, at + 5);
    const isTxt = query.readUInt16BE(at + 1) === TXT;
    const text = isTxt ? records[labels.join('.').toLowerCase()] : undefined;
    const header = Buffer.alloc(HEADER_BYTES);
    query.copy(header, 0, 0, 2);
    header.writeUInt16BE(0x8180 | (text === undefined ? NO_SUCH_NAME : 0), 2);
    header.writeUInt16BE(1, 4);
    header.writeUInt16BE(text === undefined ? 0 : 1, 6);
    const answer = text === undefined ? Buffer.alloc(0) : txtRecord(text);
    socket.send(Buffer.concat([header, question, answer]), port, address);
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  const { port } = socket.address() as AddressInfo;
  return {
    address: `127.0.0.1:${port}`,
    close: () => new Promise<void>((resolve) => socket.close(() => resolve())),
  };
}

/** The record of the name in the question, which a pointer repeats. */
function txtRecord(text: string): Buffer {
  const bytes = Buffer.from(text);
  const record = Buffer.alloc(12);
  record.writeUInt16BE(0xc000 | HEADER_BYTES, 0);
  record.writeUInt16BE(TXT, 2);
  record.writeUInt16BE(1, 4);
  record.writeUInt16BE(bytes.length + 1, 10);
  return Buffer.concat([record, Buffer.from([bytes.length]), bytes]);
}

import { connect, type Socket } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';
import type { OpenLoad, OpenLoadOptions } from './open-load.ts';

/** How long the last calls may wait for their answers. */
const GIVE_UP_MS = 10_000;
/** Opened at the same time, so that none waits in the server's queue of connections. */
const OPENED_AT_ONCE = 64;

/** A connection with at most one call; plain sockets, since a client costs more than the server. */
type Line = { readonly socket: Socket; due: number | undefined; received: string };

const { origin, path, tokens, callsPerMs, ms, connections } = workerData as OpenLoadOptions;
const { hostname, port, host } = new URL(origin);
const requests = tokens.map((token) =>
  Buffer.from(`GET ${path} HTTP/1.1\r\nhost: ${host}\r\nauthorization: Bearer ${token}\r\n\r\n`),
);

const free: Line[] = [];
const times = new Map<number, number[]>();
const sentLate: number[] = [];
let [offered, unsent, broken, withoutRetryAfter, open] = [0, 0, 0, 0, 0];

function openLine(): Promise<void> {
  const socket = connect({ host: hostname, port: Number(port), noDelay: true });
  const line: Line = { socket, due: undefined, received: '' };
  socket.on('data', (data) => receive(line, data));
  socket.on('error', () => {});
  socket.on('close', () => {
    const place = free.indexOf(line);
    if (place >= 0) free.splice(place, 1);
    if (line.due === undefined) return;
    broken += 1;
    open -= 1;
    line.due = undefined;
  });
  return new Promise((resolve) => {
    socket.once('connect', () => {
      free.push(line);
      resolve();
    });
    socket.once('close', resolve);
  });
}

function send(line: Line, due: number): void {
  line.due = due;
  line.received = '';
  open += 1;
  sentLate.push(performance.now() - due);
  line.socket.write(requests[offered % requests.length] ?? '');
}

function receive(line: Line, data: Buffer): void {
  line.received += data.toString('latin1');
  const answer = answerIn(line.received);
  if (!answer || line.due === undefined) return;
  const those = times.get(answer.status) ?? [];
  those.push(performance.now() - line.due);
  times.set(answer.status, those);
  if (answer.status === 503 && !(Number(answer.retryAfter) >= 1)) withoutRetryAfter += 1;
  line.due = undefined;
  open -= 1;
  free.push(line);
}

/** An answer that has come to its end. */
function answerIn(text: string): { status: number; retryAfter: string | undefined } | undefined {
  const head = text.indexOf('\r\n\r\n');
  if (head < 0) return undefined;
  const length = /\r\ncontent-length: (\d+)/i.exec(text)?.[1];
  const isWhole =
    length === undefined
      ? text.endsWith('\r\n0\r\n\r\n')
      : text.length >= head + 4 + Number(length);
  if (!isWhole) return undefined;
  const retryAfter = /\r\nretry-after: (\d+)/i.exec(text)?.[1];
  return { status: Number(text.slice(9, 12)), retryAfter };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

for (let opened = 0; opened < connections; opened += OPENED_AT_ONCE) {
  await Promise.all(Array.from({ length: OPENED_AT_ONCE }, openLine));
}
const started = performance.now();
for (let due = started; due < started + ms; ) {
  const now = performance.now();
  for (; due <= now && due < started + ms; due += 1 / callsPerMs) {
    offered += 1;
    const line = free.pop();
    if (line) send(line, due);
    else unsent += 1;
  }
  await turn();
}
parentPort?.postMessage('last');
while (open > 0 && performance.now() < started + ms + GIVE_UP_MS) await turn();
broken += open;
for (const { socket } of free) socket.destroy();
const load: OpenLoad = { offered, unsent, broken, times, withoutRetryAfter, sentLate };
parentPort?.postMessage(load);

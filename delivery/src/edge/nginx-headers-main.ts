import { writeNginxHeaders } from './nginx-headers.ts';

/** `node delivery/src/edge/nginx-headers-main.ts <page folder>` */
await writeNginxHeaders(process.argv[2] ?? '.');

import { runAsChild } from './child.ts';
import { createEdge, type EdgeOptions } from './edge.ts';

/** The edge as a process: `node edge-main.ts '<options as JSON>'`; one log line for each answer. */
const options = JSON.parse(process.argv[2] ?? '{}') as EdgeOptions & { port: number; host: string };
const edge = createEdge({ ...options, log: (record) => console.log(JSON.stringify(record)) });
runAsChild(edge.server, options, () => edge.close());

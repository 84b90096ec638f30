import { once } from 'node:events';
import { PARSERS } from './parsers.ts';

// A process for each case, so that its memory is that of the case. The parent reads memory and time, of threads and of
// processes that it starts as well.
const [nth] = (await once(process, 'message')) as [number];
const found = PARSERS[nth];
if (!found) throw new Error(`There is no case ${nth}.`);
process.send?.('loaded');
await once(process, 'message');
const run = await found.prepare();
globalThis.gc?.();
process.send?.('prepared');
await once(process, 'message');
await run();
process.send?.('done');

import { AsyncLocalStorage } from 'node:async_hooks';

/** What an invocation has sent that has not ended. */
type Unfinished = Map<symbol, string>;

const invocations = new AsyncLocalStorage<Unfinished>();

/** Reads may be left: the prefetch of a request that is refused has no effect, whenever it ends. */
const READS = /^(?:Get|BatchGet|TransactGet|Query|Scan|Head|List|Describe|Decrypt)/;

/**
 * Runs an invocation of a function. Throws where the handler returns before a write that it sent has ended: Lambda
 * freezes the function then, and the write ends with the next invocation, or never.
 */
export async function invocation<Result>(name: string, handle: () => Result): Promise<Awaited<Result>> {
  const unfinished: Unfinished = new Map();
  const result = await invocations.run(unfinished, handle);
  const [first] = unfinished.values();
  if (first !== undefined) throw new Error(`${name} returned before its ${first} had ended.`);
  return result;
}

/** Sends a command of the SDK, which is unfinished work of the invocation that sends it until it is answered. */
export async function sentIn<Answer>(operation: string, send: () => Promise<Answer>): Promise<Answer> {
  const unfinished = invocations.getStore();
  if (!unfinished || READS.test(operation)) return send();
  const key = Symbol(operation);
  unfinished.set(key, operation);
  try {
    return await send();
  } finally {
    unfinished.delete(key);
  }
}

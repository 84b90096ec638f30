/** The invocation was killed. */
export class Died extends Error {}

interface Given {
  readonly random: () => number;
  readonly wait: (milliseconds: number) => Promise<void>;
  readonly died: () => void;
}

const DEATHS_A_CALL = 0.003;
/** Of one call of the table or of the file storage. */
const LONGEST_CALL_MS = 20;

/** One invocation: each call of a port takes time, in which others go on, and it may be killed before and after it. */
export function aLife({ random, wait, died }: Given) {
  let isDead = false;
  const live = async (): Promise<void> => {
    await wait(Math.round(random() * LONGEST_CALL_MS));
    if (!isDead && random() < DEATHS_A_CALL) {
      isDead = true;
      died();
    }
    if (isDead) throw new Died();
  };
  const living =
    (call: (...input: unknown[]) => unknown) =>
    async (...input: unknown[]) => {
      await live();
      const result = await call(...input);
      await live();
      return result;
    };
  return {
    /** A port, all of whose methods are asynchronous. */
    of: <Port extends object>(port: Port): Port =>
      Object.fromEntries(
        Object.entries(port).map(([name, value]) => [name, isCall(name, value) ? living(value) : value]),
      ) as Port,
  };
}

/** `clearCache` alone answers at once. */
const isCall = (name: string, value: unknown): value is (...input: unknown[]) => unknown =>
  typeof value === 'function' && name !== 'clearCache';

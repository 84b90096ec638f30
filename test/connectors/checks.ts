/** A check that follows others, and what they share. */
export interface Check {
  readonly name: string;
  /** Throws where it fails. */
  readonly run: () => Promise<void>;
}

/** Runs checks one after another, each with a line; answers how many failed. What follows a failure may fail for it. */
export async function runInTurn(checks: readonly Check[], say: (text: string) => void): Promise<number> {
  let failing = 0;
  for (const { name, run } of checks) {
    const fault = await run().then(
      () => undefined,
      (error: Error) => error.message,
    );
    say(fault === undefined ? `  holds   ${name}` : `  FAILS   ${name}: ${fault}`);
    failing += fault === undefined ? 0 : 1;
  }
  say(`${checks.length} checks, ${failing} failing`);
  return failing;
}

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { PROJECT_DIR } from '#bin/paths';
import { type Count, ONE_FAILED, ONE_PASSED } from '#bin/test/parts';
import { secondsIn, timedBySh } from '#bin/test/processor-time';

/** What functions ask of AWS while tests use their stack. */
export interface RequestRecording {
  /** Ends the recording, and evaluates it against the roles that are deployed to AWS. */
  readonly evaluate: () => Promise<Count>;
}

/** As the line begins that `npm test -- aws` prints when it records. */
const BEGUN = 'Recording';

/** Runs `npm test -- aws` beside the tests of a running stack. Throws if it does not begin. */
export async function recordRequests(stackFile: string): Promise<RequestRecording> {
  const command = timedBySh('npm', ['test', '--silent', '--', 'aws', '--stack', stackFile]);
  const child = spawn('sh', command, { cwd: PROJECT_DIR, stdio: ['pipe', 'pipe', 'inherit', 'pipe'] });
  const ended = once(child, 'exit') as Promise<[number | null]>;
  const times = text(child.stdio[3] as Readable);
  const begun = new Promise<void>((resolve) => {
    let printed = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      process.stdout.write(chunk);
      printed += chunk;
      if (printed.includes(BEGUN)) resolve();
    });
  });
  const failed = ended.then(([code]) => Promise.reject(new Error(`npm test -- aws ended with ${code}.`)));
  await Promise.race([begun, failed]);
  // Its end is no failure any more.
  failed.catch(() => undefined);
  return {
    evaluate: async () => {
      child.stdin?.end();
      const [code] = await ended;
      return { ...(code === 0 ? ONE_PASSED : ONE_FAILED), processorSeconds: secondsIn(await times) };
    },
  };
}

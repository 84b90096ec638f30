import { readdir, readFile } from 'node:fs/promises';

/**
 * Ends every process that was given this address of AWS, at once and without a word: the workers of one function of one
 * stack, since each has an address of its own. Linux alone tells what a process was given.
 */
export async function killProcessesAt(address: string): Promise<void> {
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  await Promise.all(
    ids.map(async (id) => {
      const given = await readFile(`/proc/${id}/environ`, 'utf8').catch(() => '');
      if (given.split('\0').includes(`AWS_ENDPOINT_URL=${address}`)) end(Number(id));
    }),
  );
}

function end(id: number): void {
  try {
    process.kill(id, 'SIGKILL');
  } catch {
    // It has ended by itself meanwhile.
  }
}

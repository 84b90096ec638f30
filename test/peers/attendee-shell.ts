import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** Runs each line of its input, a JSON text of Python, and says when it is done. */
const LOOP = [
  'import sys, json, traceback',
  'for line in sys.stdin:',
  '    try:',
  '        exec(json.loads(line), globals())',
  '        print("done:", flush=True)',
  '    except Exception as error:',
  '        print("failed:", json.dumps(traceback.format_exc()[-400:]), flush=True)',
].join('\n');

export interface PythonShell {
  /** Runs Python in the shell. Throws with the end of the traceback. */
  run(python: string): Promise<void>;
  close(): Promise<void>;
}

/** One Django shell of Attendee for all that is run in it. The command ends in `manage.py shell`. */
export function attendeeShell(command: string): PythonShell {
  const child = spawn('sh', ['-c', `${command} -c "$LOOP"`], {
    env: { ...process.env, LOOP },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    async run(python) {
      child.stdin.write(`${JSON.stringify(python)}\n`);
      for (;;) {
        const { value, done } = await lines.next();
        if (done) throw new Error('The shell of Attendee has ended.');
        if (value === 'done:') return;
        if (value.startsWith('failed:')) throw new Error(JSON.parse(value.slice('failed:'.length)));
      }
    },
    async close() {
      const closed = once(child, 'close');
      child.stdin.end();
      await closed;
    },
  };
}

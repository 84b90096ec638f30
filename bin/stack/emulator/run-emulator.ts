import { join } from 'node:path';
import type { Step } from '#bin/cli/progress';
import { type Emulator, startEmulator } from '#bin/stack/emulator/emulator';
import { ensureEnvironment } from '#bin/stack/emulator/virtual-environment';

interface Needs {
  readonly projectDir: string;
  readonly stateDir: string;
  readonly port: number;
  readonly region: string;
  readonly step: Step;
  readonly signal: AbortSignal;
}

/** Installs the pinned emulator where it is not there yet, and starts it. */
export async function runEmulator({ projectDir, step, ...rest }: Needs): Promise<Emulator> {
  // One environment for all stacks of this checkout, whatever their own folder is.
  const folder = join(projectDir, '.local', 'venv');
  const requirements = join(import.meta.dirname, 'requirements.txt');
  const python = await step('Python environment with the emulator', () =>
    ensureEnvironment({ folder, requirements, signal: rest.signal }),
  );
  const binaries = join(projectDir, 'node_modules', '.bin');
  return step('emulator', () => startEmulator({ ...rest, python, binaries }));
}

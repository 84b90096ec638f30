import { createEmulator } from 'emulate';

/** What the emulator is told on its command line, as JSON. */
export interface EmulatorWords {
  readonly service: 'google' | 'microsoft';
  /** By which it names itself, so that it has to be known beforehand. */
  readonly port: number;
  /** What it knows, in its own words. */
  readonly seed: Readonly<Record<string, unknown>>;
}

const { service, port, seed } = JSON.parse(process.argv[2] ?? '{}') as EmulatorWords;

/** An emulator of somebody else's making, on 127.0.0.1, in a process of its own: it is a module of a kind that tests do not load. */
await createEmulator({ service, port, baseUrl: `http://127.0.0.1:${port}`, seed: { [service]: seed } });
process.stdout.write('ready\n');

import { createEmulator } from 'emulate';

/** The emulator's options on its command line, as JSON. */
export interface EmulatorWords {
  readonly service: 'google' | 'microsoft';
  /** By which it names itself, so that it has to be known beforehand. */
  readonly port: number;
  /** What it knows, in its own words. */
  readonly seed: Readonly<Record<string, unknown>>;
}

const { service, port, seed } = JSON.parse(process.argv[2] ?? '{}') as EmulatorWords;

/** A third-party emulator on 127.0.0.1, in its own process, since jest cannot load its ES modules. */
await createEmulator({ service, port, baseUrl: `http://127.0.0.1:${port}`, seed: { [service]: seed } });
process.stdout.write('ready\n');

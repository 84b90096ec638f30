import { randomBytes } from 'node:crypto';
import { CliError } from '#bin/cli/cli-error';
import { openRecorder, type RecorderSource } from '#bin/operator/recorders/open-recorder';
import { systemClock } from '#shared/foundation/platform/system-clock';
import { typeIds } from '#shared/foundation/platform/type-ids';

/** Asks a recorder for a bot that it cannot have: it must be reachable, and accept the key. Nothing is created. */
export async function testRecorder(source: RecorderSource, name: string): Promise<string> {
  const remote = await openRecorder(source, name);
  if (remote === 'simulator') return `The recorder ${name} is the simulator, which needs no test.`;
  const botId = typeIds({ now: () => systemClock.now(), randomBytes: (size) => randomBytes(size) }).make('bot');
  try {
    await remote.find({ botId, meetingUrl: 'https://meet.google.com/aaa-aaaa-aaa' });
  } catch (error) {
    throw new CliError(
      `The recorder ${name} does not work: ${error instanceof Error ? error.message : 'an unknown error'}`,
    );
  }
  return `The recorder ${name} answers, and accepts its key.`;
}

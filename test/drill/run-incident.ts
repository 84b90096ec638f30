import type { Stack } from '#bin/stack/stack-file';
import { drillContext } from './drill-context.ts';
import type { Incident } from './incident.ts';

export interface Outcome {
  readonly name: string;
  readonly summary: string;
  /** From the end of the provocation until the incident was seen; undefined where it was not. */
  readonly seenAfterMs?: number;
  /** From the first command of the cure until the incident was over; undefined where it was not, and for a question. */
  readonly curedAfterMs?: number;
  /** What was not as it has to be. */
  readonly failure?: string;
}

/** Provokes an incident, looks for it and cures it. What fails is part of the outcome. */
export async function runIncident(
  stack: Stack,
  { name, summary, provoke }: Incident,
  say: (line: string) => void,
): Promise<Outcome> {
  const drill = drillContext(stack, say);
  const times: { seenAfterMs?: number; curedAfterMs?: number } = {};
  const failures: string[] = [];
  const noteFailure = (error: unknown): void => {
    failures.push(error instanceof Error ? error.message : String(error));
  };
  try {
    const { see, cure } = await provoke(drill);
    times.seenAfterMs = await timed(see);
    if (cure) times.curedAfterMs = await timed(cure);
  } catch (error) {
    noteFailure(error);
  }
  await drill.close().catch(noteFailure);
  return { name, summary, ...times, ...(failures.length > 0 && { failure: failures.join('\n') }) };
}

async function timed(act: () => Promise<void>): Promise<number> {
  const began = performance.now();
  await act();
  return performance.now() - began;
}

import { randomBytes } from 'node:crypto';
import { readLimits } from '#shared/core/limits';
import { givenOr } from '#shared/platform/environment';
import { onceMade } from '#shared/platform/once-made';
import { fullJitter, systemClock } from '#shared/platform/system-clock';
import { mainTable } from '#shared/wiring/main-table';
import { type Tools, type Workshop, workshop } from '#shared/wiring/workshop';

/** As a Lambda finds them, in AWS and in the emulator alike. */
export const toolsInTheCloud = (): Tools => ({
  table: mainTable(),
  clock: systemClock,
  patience: fullJitter,
  randomBytes: (size) => randomBytes(size),
  limits: readLimits(givenOr('limits', '{}')),
});

/** The handler of a worker. */
export const worker = <Arguments extends readonly unknown[], Result>(
  make: (tools: Workshop) => (...given: Arguments) => Result,
) => onceMade(() => make(workshop(toolsInTheCloud())));

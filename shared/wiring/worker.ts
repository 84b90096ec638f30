import { randomBytes } from 'node:crypto';
import { readLimits } from '#shared/domain/limits';
import { dynamoClient } from '#shared/platform/dynamodb-client';
import { given, givenOr } from '#shared/platform/environment';
import { onceMade } from '#shared/platform/once-made';
import { fullJitter, systemClock } from '#shared/providers/system-clock';
import { dynamoTable } from '#shared/storage/table';
import { type Tools, type Workshop, workshop } from '#shared/wiring/workshop';

/** As a Lambda finds them, in AWS and in the emulator alike. */
export const toolsInTheCloud = (): Tools => ({
  table: dynamoTable(dynamoClient(), given('tableName')),
  clock: systemClock,
  patience: fullJitter,
  randomBytes: (size) => randomBytes(size),
  limits: readLimits(givenOr('limits', '{}')),
});

/** The handler of a worker. */
export const worker = <Arguments extends readonly unknown[], Result>(
  make: (tools: Workshop) => (...given: Arguments) => Result,
) => onceMade(() => make(workshop(toolsInTheCloud())));

import { randomBytes } from 'node:crypto';
import { dynamoClient } from '#shared/platform/dynamodb-client';
import { given, givenOr } from '#shared/platform/environment';
import { kmsClient } from '#shared/platform/kms-client';
import { kmsSealer } from '#shared/providers/kms-sealer';
import { fullJitter, systemClock } from '#shared/providers/system-clock';
import { dynamoTable } from '#shared/storage/table';
import { accessLog } from '#shared/wiring/access-log';
import { type Surroundings, surroundings } from '#shared/wiring/surroundings';

/** As a Lambda finds them, in AWS and in the emulator alike. */
export const inTheCloud = (): Surroundings =>
  surroundings({
    table: dynamoTable(dynamoClient(), given('tableName')),
    sealer: kmsSealer(kmsClient(), given('keyId')),
    clock: systemClock,
    patience: fullJitter,
    randomBytes: (size) => randomBytes(size),
    baseUrl: given('baseUrl'),
    allowLocalReceivers: givenOr('allowLocalReceivers', 'false') === 'true',
    log: accessLog,
  });

/** A handler that is put together at its first call, so that a test can import its parts without an environment. */
export function served<Arguments extends readonly unknown[], Result>(
  make: (around: Surroundings) => (...given: Arguments) => Result,
): (...given: Arguments) => Result {
  let handler: ((...given: Arguments) => Result) | undefined;
  return (...given) => {
    handler ??= make(inTheCloud());
    return handler(...given);
  };
}

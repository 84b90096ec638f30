import { kmsClient } from '#shared/platform/aws-clients';
import { envOr, requiredEnv } from '#shared/platform/environment';
import { kmsSealer } from '#shared/platform/kms-sealer';
import { lazyHandler } from '#shared/platform/lazy';
import { readDeployment } from '#shared/settings/rules/deployment';
import { accessLog } from '#shared/wiring/access-log';
import { recorderDeskGiven } from '#shared/wiring/recorder-desk';
import { serverGiven } from '#shared/wiring/server';
import { type Surroundings, surroundings } from '#shared/wiring/surroundings';
import { toolsInTheCloud } from '#shared/wiring/worker';

/** As a Lambda finds them, in AWS and in the emulator alike. */
const inTheCloud = (): Surroundings =>
  surroundings({
    ...toolsInTheCloud(),
    sealer: kmsSealer(kmsClient(), requiredEnv('keyId')),
    baseUrl: requiredEnv('baseUrl'),
    appUrl: requiredEnv('appUrl'),
    server: serverGiven(),
    proxies: Number(envOr('proxies', '0')),
    desk: recorderDeskGiven(),
    deployment: readDeployment(envOr('featuresOff', ''), envOr('enforcedSettings', '')),
    allowLocalReceivers: envOr('allowLocalReceivers', 'false') === 'true',
    log: accessLog,
  });

/** The handler of a group of endpoints. */
export const served = <Arguments extends readonly unknown[], Result>(
  make: (around: Surroundings) => (...given: Arguments) => Result,
) => lazyHandler(() => make(inTheCloud()));

import { given, givenOr } from '#shared/platform/environment';
import { kmsClient } from '#shared/platform/kms-client';
import { kmsSealer } from '#shared/platform/kms-sealer';
import { onceMade } from '#shared/platform/once-made';
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
    sealer: kmsSealer(kmsClient(), given('keyId')),
    baseUrl: given('baseUrl'),
    appUrl: given('appUrl'),
    server: serverGiven(),
    proxies: Number(givenOr('proxies', '0')),
    desk: recorderDeskGiven(),
    deployment: readDeployment(givenOr('featuresOff', ''), givenOr('enforcedSettings', '')),
    allowLocalReceivers: givenOr('allowLocalReceivers', 'false') === 'true',
    log: accessLog,
  });

/** The handler of a group of endpoints. */
export const served = <Arguments extends readonly unknown[], Result>(
  make: (around: Surroundings) => (...given: Arguments) => Result,
) => onceMade(() => make(inTheCloud()));

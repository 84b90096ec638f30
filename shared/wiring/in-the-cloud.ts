import type { AppContext } from '#shared/http/ports/app-context';
import { given, givenOr } from '#shared/platform/environment';
import { kmsClient } from '#shared/platform/kms-client';
import { kmsSealer } from '#shared/platform/kms-sealer';
import { onceMade } from '#shared/platform/once-made';
import { readDeployment } from '#shared/settings/rules/deployment';
import { accessLog } from '#shared/wiring/access-log';
import { appContext } from '#shared/wiring/app-context';
import { recorderAvailabilityGiven } from '#shared/wiring/recorder-availability';
import { serverGiven } from '#shared/wiring/server';
import { lambdaDependencies } from '#shared/wiring/worker';

/** As a Lambda finds them, in AWS and in the emulator alike. */
const inTheCloud = (): AppContext =>
  appContext({
    ...lambdaDependencies(),
    sealer: kmsSealer(kmsClient(), given('keyId')),
    baseUrl: given('baseUrl'),
    appUrl: given('appUrl'),
    server: serverGiven(),
    proxies: Number(givenOr('proxies', '0')),
    recorderAvailability: recorderAvailabilityGiven(),
    deployment: readDeployment(givenOr('featuresOff', ''), givenOr('enforcedSettings', '')),
    allowLocalReceivers: givenOr('allowLocalReceivers', 'false') === 'true',
    log: accessLog,
  });

/** The handler of a group of endpoints. */
export const served = <Arguments extends readonly unknown[], Result>(
  make: (context: AppContext) => (...given: Arguments) => Result,
) => onceMade(() => make(inTheCloud()));

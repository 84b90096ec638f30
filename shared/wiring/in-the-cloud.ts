import type { AppContext } from '#shared/http/ports/app-context';
import { kmsClient } from '#shared/platform/aws-clients';
import { envOr, requiredEnv } from '#shared/platform/environment';
import { kmsSealer } from '#shared/platform/kms-sealer';
import { lazyHandler } from '#shared/platform/lazy';
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
    sealer: kmsSealer(kmsClient(), requiredEnv('keyId')),
    baseUrl: requiredEnv('baseUrl'),
    appUrl: requiredEnv('appUrl'),
    server: serverGiven(),
    proxies: Number(envOr('proxies', '0')),
    recorderAvailability: recorderAvailabilityGiven(),
    deployment: readDeployment(envOr('featuresOff', ''), envOr('enforcedSettings', '')),
    allowLocalReceivers: envOr('allowLocalReceivers', 'false') === 'true',
    log: accessLog,
  });

/** The handler of a group of endpoints. */
export const served = <Arguments extends readonly unknown[], Result>(
  make: (context: AppContext) => (...requiredEnv: Arguments) => Result,
) => lazyHandler(() => make(inTheCloud()));

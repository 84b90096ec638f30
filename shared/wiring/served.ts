import { withMailAsSent } from '#shared/foundation/core/deployment';
import { hasSummaryServer } from '#shared/foundation/model-servers/store';
import { kmsClient } from '#shared/foundation/platform/aws-clients';
import { envOr, type HandlerArguments, lazyHandler, requiredEnv } from '#shared/foundation/platform/environment';
import { kmsSealer } from '#shared/foundation/platform/kms-sealer';
import { readDeployment } from '#shared/meetings/settings/rules/deployment';
import { appContext, type ServedContext } from '#shared/wiring/app-context';
import { accessLog, serverFromEnvironment } from '#shared/wiring/from-environment';
import { sendsMail } from '#shared/wiring/keeps-mail';
import { recorderCatalogFromEnvironment } from '#shared/wiring/recorder-kinds';
import { lambdaDependencies } from '#shared/wiring/worker';

/** What endpoints work with in a Lambda function, from its environment variables, in AWS and in the emulator. */
const appContextFromEnvironment = (): ServedContext =>
  appContext({
    ...lambdaDependencies(),
    sealer: kmsSealer(kmsClient(), requiredEnv('keyId')),
    baseUrl: requiredEnv('baseUrl'),
    appUrl: requiredEnv('appUrl'),
    liveUrl: envOr('liveUrl', ''),
    server: serverFromEnvironment(),
    proxies: Number(envOr('proxies', '0')),
    recorderCatalog: recorderCatalogFromEnvironment(),
    deployment: withMailAsSent(readDeployment(envOr('featuresOff', ''), envOr('enforcedSettings', '')), sendsMail()),
    hasSummaryModel: hasSummaryServer,
    allowLocalReceivers: envOr('allowLocalReceivers', 'false') === 'true',
    log: accessLog,
  });

/** The handler of a group of endpoints. */
export const served = <Arguments extends HandlerArguments, Result extends Promise<unknown>>(
  make: (context: ServedContext) => (...args: Arguments) => Result,
) => lazyHandler(() => make(appContextFromEnvironment()));

import { setTimeout as pause } from 'node:timers/promises';
import { awsProbes } from '#shared/api/health/aws-probes';
import { checkHealth } from '#shared/api/health/check-health';
import { dynamoClient, eventBridgeClient, kmsClient } from '#shared/foundation/platform/aws-clients';
import { envOr, lazyHandler, requiredEnv } from '#shared/foundation/platform/environment';
import { kmsSealer } from '#shared/foundation/platform/kms-sealer';
import { writeLog } from '#shared/foundation/platform/log';
import { traceOf } from '#shared/foundation/platform/queue-batch';
import { systemClock } from '#shared/foundation/platform/system-clock';
import { accessLog } from '#shared/wiring/from-environment';
import { healthPage } from './health-page.ts';

export const handler = lazyHandler(() =>
  healthPage({
    check: checkHealth({
      probes: awsProbes({
        table: { client: dynamoClient(), name: requiredEnv('tableName') },
        bus: { client: eventBridgeClient(), name: requiredEnv('busName') },
        sealer: kmsSealer(kmsClient(), requiredEnv('keyId')),
      }),
      clock: systemClock,
      pause,
      reportFailure: (part, error) => writeLog({ health: part, ...traceOf(error) }, 'ERROR'),
    }),
    version: requiredEnv('version'),
    clock: systemClock,
    proxies: Number(envOr('proxies', '0')),
    log: accessLog,
  }),
);

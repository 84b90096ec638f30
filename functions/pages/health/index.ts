import { setTimeout as pause } from 'node:timers/promises';
import { awsProbes } from '#shared/health/aws-probes';
import { checkHealth } from '#shared/health/check-health';
import { dynamoClient, eventBridgeClient, kmsClient } from '#shared/platform/aws-clients';
import { envOr, lazyHandler, requiredEnv } from '#shared/platform/environment';
import { kmsSealer } from '#shared/platform/kms-sealer';
import { writeLog } from '#shared/platform/log';
import { traceOf } from '#shared/platform/queue-batch';
import { systemClock } from '#shared/platform/system-clock';
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

import { handleNotification } from '#shared/calendars/sync/commands/request-sync';
import { CLIENT_STATE_KEY, verifyClientState } from '#shared/calendars/sync/hmac-client-states';
import type { CommandContext } from '#shared/foundation/commands/context';
import type { Sealer } from '#shared/foundation/core/secrets';
import { storedKey } from '#shared/foundation/dynamodb/deployment-key';
import { kmsClient } from '#shared/foundation/platform/aws-clients';
import { requiredEnv } from '#shared/foundation/platform/environment';
import { kmsSealer } from '#shared/foundation/platform/kms-sealer';
import { writeLog } from '#shared/foundation/platform/log';
import { oneTimeSecrets } from '#shared/foundation/platform/one-time-secrets';
import { worker } from '#shared/wiring/worker';
import { respond } from './respond.ts';

interface Dependencies {
  readonly sealer: Sealer;
  readonly log: typeof writeLog;
}

export function calendarNotifications(context: CommandContext, { sealer, log }: Dependencies) {
  const connectionIn = verifyClientState(storedKey(CLIENT_STATE_KEY, { ...context, sealer }));
  return respond({ handle: handleNotification({ ...context, secrets: oneTimeSecrets(context), connectionIn }), log });
}

export const handler = worker((context) =>
  calendarNotifications(context, { sealer: kmsSealer(kmsClient(), requiredEnv('keyId')), log: writeLog }),
);

import { handleNotification } from '#shared/calendars/sync/commands/handle-notification';
import type { CommandContext } from '#shared/commands/context';
import { writeLog } from '#shared/platform/log';
import { oneTimeSecrets } from '#shared/platform/one-time-secrets';
import { worker } from '#shared/wiring/worker';
import { respond } from './respond.ts';

export function calendarNotifications(context: CommandContext, { note: log }: { readonly note: typeof writeLog }) {
  return respond({ handle: handleNotification({ ...context, secrets: oneTimeSecrets(context) }), log });
}

export const handler = worker((context) => calendarNotifications(context, { note: writeLog }));

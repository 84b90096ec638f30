import { heedNotification } from '#shared/calendars/sync/commands/ask-for-pass';
import { calendarSyncStore } from '#shared/calendars/sync/store';
import type { CommandContext } from '#shared/commands/context';
import { writeLog } from '#shared/platform/log';
import { oneTimeSecrets } from '#shared/platform/one-time-secrets';
import { worker } from '#shared/wiring/worker';
import { answerHook } from './answer-hook.ts';
import { heed } from './heed.ts';

export function calendarNotifications(context: CommandContext, { note }: { readonly note: typeof writeLog }) {
  const syncs = calendarSyncStore(context.table);
  const needs = { syncs, secrets: oneTimeSecrets(context), heed: heedNotification({ ...context, syncs }) };
  return answerHook({ heed: (notification) => heed(needs, notification), log: note });
}

export const handler = worker((context) => calendarNotifications(context, { note: writeLog }));

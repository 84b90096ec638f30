import { heedNotification } from '#shared/calendars/sync/commands/ask-for-pass';
import { calendarSyncStore } from '#shared/calendars/sync/store';
import { writeLog } from '#shared/platform/log';
import { oneTimeSecrets } from '#shared/platform/one-time-secrets';
import { worker } from '#shared/wiring/worker';
import type { Workshop } from '#shared/wiring/workshop';
import { answerHook } from './answer-hook.ts';
import { heed } from './heed.ts';

export function calendarNotifications(around: Workshop, { note }: { readonly note: typeof writeLog }) {
  const syncs = calendarSyncStore(around.table);
  const needs = { syncs, secrets: oneTimeSecrets(around), heed: heedNotification({ ...around, syncs }) };
  return answerHook({ heed: (notification) => heed(needs, notification), log: note });
}

export const handler = worker((around) => calendarNotifications(around, { note: writeLog }));

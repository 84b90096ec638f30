import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import type { handleNotification, Notification } from '#shared/calendars/sync/commands/request-sync';
import { mapConcurrently } from '#shared/foundation/core/map-concurrently';
import type { writeLog } from '#shared/foundation/platform/log';
import { traceOf } from '#shared/foundation/platform/queue-batch';
import { googleNotifications } from './google-notification.ts';
import { type HookRequest, hookRequestFrom } from './hook-request.ts';
import { microsoftNotifications, validationTokenIn } from './microsoft-notification.ts';

interface Dependencies {
  readonly handle: ReturnType<typeof handleNotification>;
  readonly log: typeof writeLog;
}

type Answer = APIGatewayProxyStructuredResultV2;

/** Microsoft Graph drops an endpoint that takes more than a few seconds; the poll finds what was not handled. */
const CONCURRENCY = 20;

/**
 * Answers providers' push notifications, verified or not, alike: the response does not show which channels exist. Errors
 * of ours do not make the provider send again, since every calendar is polled anyway.
 */
export const respond =
  (dependencies: Dependencies) =>
  async (event: APIGatewayProxyEventV2): Promise<Answer> => {
    const request = hookRequestFrom(event);
    if (request.method !== 'POST') return { statusCode: 405, headers: { ...HEADERS, allow: 'POST' } };
    if (request.path === '/hooks/google') return handleAll(dependencies, 'google', googleNotifications(request), 200);
    if (request.path === '/hooks/microsoft') return respondToMicrosoft(dependencies, request);
    return { statusCode: 404, headers: HEADERS };
  };

const HEADERS = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' } as const;
const PLAIN_TEXT = { ...HEADERS, 'content-type': 'text/plain; charset=utf-8' } as const;

async function respondToMicrosoft(dependencies: Dependencies, request: HookRequest): Promise<Answer> {
  const validation = validationTokenIn(request);
  if (validation === 'refused') return { statusCode: 400, headers: HEADERS };
  if (validation !== 'none') return { statusCode: 200, headers: PLAIN_TEXT, body: validation.token };
  return handleAll(dependencies, 'microsoft', microsoftNotifications(request), 202);
}

async function handleAll(
  dependencies: Dependencies,
  provider: string,
  notifications: readonly Notification[],
  statusCode: number,
): Promise<Answer> {
  const outcomes = await mapConcurrently(distinct(notifications), CONCURRENCY, (one) =>
    handleSafely(dependencies, one),
  );
  const heeded = outcomes.filter((outcome) => outcome === 'handled').length;
  dependencies.log({ hook: provider, notifications: notifications.length, heeded });
  return { statusCode, headers: HEADERS };
}

/** One request may repeat a notification. */
const distinct = (notifications: readonly Notification[]): readonly Notification[] => [
  ...new Map(notifications.map((one) => [JSON.stringify([one.channelId, one.clientState, one.type]), one])).values(),
];

async function handleSafely({ handle, log }: Dependencies, notification: Notification): Promise<string> {
  try {
    return await handle(notification);
  } catch (error) {
    log({ hook: 'calendar-notifications', ...traceOf(error) }, 'ERROR');
    return 'error';
  }
}

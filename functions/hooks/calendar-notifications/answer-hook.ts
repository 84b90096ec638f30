import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { sideBySide } from '#shared/core/side-by-side';
import type { writeLog } from '#shared/platform/log';
import { traceOf } from '#shared/platform/queue-batch';
import { googleNotifications } from './google-notification.ts';
import type { heed, Notification } from './heed.ts';
import { type HookRequest, hookRequestFrom } from './hook-request.ts';
import { microsoftNotifications, validationTokenIn } from './microsoft-notification.ts';

interface Needs {
  readonly heed: (notification: Notification) => ReturnType<typeof heed>;
  readonly log: typeof writeLog;
}

type Answer = APIGatewayProxyStructuredResultV2;

/** Graph drops an endpoint that takes more than a few seconds: what is left the poll finds. */
const AT_ONCE = 20;

/**
 * Providers' push notifications. Whatever comes is answered alike, believed or not: nobody learns which channels there
 * are. Trouble of our own is no reason for a provider to come again either, since every calendar is looked at anyway.
 */
export const answerHook =
  (needs: Needs) =>
  async (event: APIGatewayProxyEventV2): Promise<Answer> => {
    const request = hookRequestFrom(event);
    if (request.method !== 'POST') return { statusCode: 405, headers: { ...QUIET, allow: 'POST' } };
    if (request.path === '/hooks/google') return taken(needs, 'google', googleNotifications(request), 200);
    if (request.path === '/hooks/microsoft') return microsoft(needs, request);
    return { statusCode: 404, headers: QUIET };
  };

const QUIET = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' } as const;
const PLAIN = { ...QUIET, 'content-type': 'text/plain; charset=utf-8' } as const;

async function microsoft(needs: Needs, request: HookRequest): Promise<Answer> {
  const asked = validationTokenIn(request);
  if (asked === 'refused') return { statusCode: 400, headers: QUIET };
  if (asked !== 'none') return { statusCode: 200, headers: PLAIN, body: asked.token };
  return taken(needs, 'microsoft', microsoftNotifications(request), 202);
}

async function taken(
  needs: Needs,
  provider: string,
  notifications: readonly Notification[],
  statusCode: number,
): Promise<Answer> {
  const outcomes = await sideBySide(onceEach(notifications), AT_ONCE, (one) => heedSafely(needs, one));
  const heeded = outcomes.filter((outcome) => outcome === 'heeded').length;
  needs.log({ hook: provider, notifications: notifications.length, heeded });
  return { statusCode, headers: QUIET };
}

/** A change that is told twice in one request is one. */
const onceEach = (notifications: readonly Notification[]): readonly Notification[] => [
  ...new Map(notifications.map((one) => [JSON.stringify([one.channelId, one.secret, one.says]), one])).values(),
];

async function heedSafely({ heed, log }: Needs, notification: Notification): Promise<string> {
  try {
    return await heed(notification);
  } catch (error) {
    log({ hook: 'calendar-notifications', ...traceOf(error) }, 'ERROR');
    return 'error';
  }
}

import { calendarNotifications } from '#functions/hooks/calendar-notifications/index';
import type { World } from '#test/support/api';
import { aGatewayEvent } from '#test/support/gateway-event';

interface Sent {
  readonly method?: string;
  readonly query?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly isBase64Encoded?: boolean;
}

type Entry = Readonly<Record<string, unknown>>;

/** What providers call, as the gateway brings it. */
export function hooksOf({ context }: Pick<World, 'context'>) {
  const log: Entry[] = [];
  const answer = calendarNotifications(context, { sealer: context.sealer, log: (entry) => void log.push(entry) });
  const call = (path: string, { query = '', ...request }: Sent = {}) =>
    answer(aGatewayEvent({ path: `${path}?${query}`, ...request }));

  return {
    log,
    call,
    google: (channel: string, secret: string, state = 'exists') =>
      call('/hooks/google', {
        headers: {
          'X-Goog-Channel-ID': channel,
          'X-Goog-Channel-Token': secret,
          'X-Goog-Resource-State': state,
          'X-Goog-Resource-ID': 'calendar',
          'X-Goog-Message-Number': '7',
        },
      }),
    microsoft: (...value: readonly unknown[]) =>
      call('/hooks/microsoft', { body: JSON.stringify({ value }), headers: { 'content-type': 'application/json' } }),
  };
}

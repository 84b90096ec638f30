import type { Instant } from '#shared/foundation/core/time';

/** One call of the provider at an address that it was asked to call. */
export interface Notification {
  /** Google's channel, Microsoft's subscription. */
  readonly watchId: string;
  readonly email: string;
  /** Google `sync` and `exists`; Microsoft the change type, or the lifecycle event. */
  readonly about: string;
  readonly at: Instant;
  /** A fresh one each time: it can be sent late, twice, or never. */
  readonly request: () => Request;
}

/** Notifications that have not been sent: by hand a test loses, repeats and reorders them. */
export interface NotificationSender {
  /** Takes all that wait, without sending them. */
  take(): Notification[];
  /** Sends all that wait, in order; the statuses answered, 0 where no answer came. */
  deliver(): Promise<number[]>;
  /** Sends one, as often as it is called. */
  send(notification: Notification): Promise<number>;
  /** For the server. */
  add(notification: Notification): void;
  /** Resolves when what is sent by itself has been answered. */
  settled(): Promise<void>;
}

interface Sending {
  readonly send: (request: Request) => Promise<Response>;
  readonly atOnce: boolean;
}

export function aNotificationSender({ send, atOnce }: Sending): NotificationSender {
  let waiting: Notification[] = [];
  const under = new Set<Promise<unknown>>();
  const take = () => waiting.splice(0);
  const sendOne = async ({ request }: Notification): Promise<number> => {
    try {
      const answer = await send(request());
      await answer.arrayBuffer();
      return answer.status;
    } catch {
      return 0;
    }
  };
  return {
    take,
    async deliver() {
      const statuses: number[] = [];
      for (const notification of take()) statuses.push(await sendOne(notification));
      return statuses;
    },
    send: sendOne,
    add(notification) {
      if (!atOnce) {
        waiting = [...waiting, notification];
        return;
      }
      const sending = sendOne(notification).finally(() => under.delete(sending));
      under.add(sending);
    },
    async settled() {
      while (under.size > 0) await Promise.all(under);
    },
  };
}

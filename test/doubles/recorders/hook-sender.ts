import type { Clock } from '#shared/foundation/core/clock';
import { type Instant, later } from '#shared/foundation/core/time';

/** A webhook of a recorder: it is made once, and its headers for each attempt. */
export interface RecorderHook {
  readonly url: string;
  readonly rawBody: string;
  readonly delivery: Delivery;
  headersAt(now: Instant): Readonly<Record<string, string>>;
}

/** How a recorder delivers. */
export interface Delivery {
  /** Milliseconds between two attempts; as many attempts more as there are gaps. */
  readonly gapsMs: readonly number[];
  /** Whether another attempt follows a status; undefined where no response came. */
  repeatsAfter(status: number | undefined): boolean;
}

interface Attempt {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly rawBody: string;
  /** Undefined where no response came. */
  readonly status: number | undefined;
}

/** Sends a request to the receiver, in tests to an address on loopback. It follows no redirect. */
export type HookTransport = (url: string, init: RequestInit) => Promise<Pick<Response, 'status'>>;

/**
 * The webhooks of one recorder. They are sent as soon as something happens, unless they are held back. Without a transport
 * none are sent.
 */
export interface HookSender {
  emit(hook: RecorderHook): void;
  /** From now on webhooks wait for `take`. */
  hold(): void;
  /** The webhooks that were held back, in the order of what happened. They are sent no more, except by `send`. */
  take(): readonly RecorderHook[];
  send(hook: RecorderHook): Promise<void>;
  /** Sends again what has failed and is due by the clock. */
  retry(): Promise<void>;
  /** Resolves when no attempt is under way. */
  settled(): Promise<void>;
  readonly attempts: readonly Attempt[];
}

interface Needs {
  readonly clock: Clock;
  readonly transport?: HookTransport | undefined;
}

export function aHookSender({ clock, transport }: Needs): HookSender {
  const attempts: Attempt[] = [];
  const held: RecorderHook[] = [];
  const underWay = new Set<Promise<void>>();
  let failed: { readonly hook: RecorderHook; readonly tries: number; readonly dueAt: Instant }[] = [];
  let isHolding = false;

  async function attempt(hook: RecorderHook, tries: number): Promise<void> {
    if (!transport) return;
    const { url, rawBody, delivery } = hook;
    const headers = { 'content-type': 'application/json', ...hook.headersAt(clock.now()) };
    const request = { method: 'POST', headers, body: rawBody, redirect: 'manual' } as const;
    const status = await transport(url, request).then(
      (response) => response.status,
      () => undefined,
    );
    attempts.push({ url, headers, rawBody, status });
    const gapMs = delivery.gapsMs[tries];
    if (gapMs === undefined || !delivery.repeatsAfter(status)) return;
    if (gapMs === 0) return attempt(hook, tries + 1);
    failed.push({ hook, tries: tries + 1, dueAt: later(clock.now(), gapMs) });
  }

  const begin = (hook: RecorderHook, tries = 0): Promise<void> => {
    const running = attempt(hook, tries).finally(() => underWay.delete(running));
    underWay.add(running);
    return running;
  };

  return {
    attempts,
    emit(hook) {
      if (isHolding) held.push(hook);
      else void begin(hook);
    },
    hold() {
      isHolding = true;
    },
    take: () => held.splice(0),
    send: (hook) => begin(hook),
    async retry() {
      const due = failed.filter(({ dueAt }) => dueAt <= clock.now());
      failed = failed.filter((one) => !due.includes(one));
      await Promise.all(due.map(({ hook, tries }) => begin(hook, tries)));
    },
    async settled() {
      while (underWay.size > 0) await Promise.all(underWay);
    },
  };
}

const isSuccess = (status: number | undefined): boolean => status !== undefined && status >= 200 && status <= 299;

/** Any failure is repeated. */
export const afterFailure = (status: number | undefined): boolean => !isSuccess(status);

/** Failures that may pass are repeated: no response, 5xx, and 429 where the recorder counts it among them. */
export const afterOutage =
  (...also: readonly number[]) =>
  (status: number | undefined): boolean =>
    status === undefined || status >= 500 || also.includes(status);

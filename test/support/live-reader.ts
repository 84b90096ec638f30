import { randomInt } from 'node:crypto';
import { WebSocket } from 'undici';
import type { LiveMessage } from '#shared/meetings/live-transcripts/rules/live-messages';

/** A link to a call of its own that takes its own time: a second bot for the same link joins the meeting of the first. */
export const aLiveLink = (): string => `https://meet.google.com/${threeLetters()}-live-${threeLetters()}`;

const threeLetters = (): string => Array.from({ length: 3 }, () => String.fromCharCode(97 + randomInt(26))).join('');

/** A message, and when it arrived. */
export type Received = LiveMessage & { readonly receivedAt: number };
export type ReceivedSegment = Extract<Received, { type: 'segment' }>;

/** A connection that reads a live transcript as docs/api/live.md says; rejected where it is refused. */
export async function aLiveReader(url: string) {
  const socket = new WebSocket(url);
  const messages: Received[] = [];
  const errors: unknown[] = [];
  const waiting = new Set<() => void>();
  const look = () => {
    for (const one of waiting) one();
  };
  let isOpen = true;
  socket.addEventListener('message', ({ data }) => {
    const receivedAt = Date.now();
    const frame: unknown = JSON.parse(String(data));
    if (Array.isArray(frame)) for (const message of frame as LiveMessage[]) messages.push({ ...message, receivedAt });
    else errors.push(frame);
    look();
  });
  socket.addEventListener('close', () => {
    isOpen = false;
    look();
  });
  await new Promise<void>((resolve, reject) => {
    socket.addEventListener('open', () => resolve(), { once: true });
    socket.addEventListener('error', () => reject(new Error('The connection was refused.')), { once: true });
  });
  const segments = () => messages.filter((one) => one.type === 'segment') as ReceivedSegment[];
  return {
    messages: messages as readonly Received[],
    /** Frames that are no messages of a transcript: the gateway's answers to what was sent. */
    errors: errors as readonly unknown[],
    send: (frame: string) => socket.send(frame),
    segments,
    /** The id that a connection goes on from. */
    lastId: () => segments().at(-1)?.id ?? 0,
    isOpen: () => isOpen,
    /** Waits for what it receives; rejected where the connection ends before. */
    until: (isDone: (received: readonly Received[]) => boolean): Promise<void> =>
      new Promise((resolve, reject) => {
        const check = () => {
          const done = isDone(messages);
          if (!done && isOpen) return;
          waiting.delete(check);
          if (done) resolve();
          else reject(new Error('The connection ended before it had received what is waited for.'));
        };
        waiting.add(check);
        check();
      }),
    close: () => socket.close(),
  };
}

/**
 * Reads to the end of a call, as docs/api/live.md says: where a connection ends before, another goes on after the last id.
 * The service ends one that takes a frame no faster than in a second, which a busy machine does to a reader as well.
 */
export async function readToEnd(connect: (after: number) => ReturnType<typeof aLiveReader>, after = 0) {
  const messages: Received[] = [];
  for (let lastId = after; ; ) {
    const reader = await connect(lastId);
    const isWhole = await reader.until(hasEnded).then(
      () => true,
      () => false,
    );
    messages.push(...reader.messages);
    if (isWhole) return { messages, last: reader };
    lastId = reader.lastId() || lastId;
  }
}

/** The last form of each segment, in the order of its number. */
export const lastForms = (received: readonly Received[]): readonly ReceivedSegment[] =>
  [...new Map(received.flatMap((one) => (one.type === 'segment' ? [[one.segment, one] as const] : []))).values()].sort(
    (one, other) => one.segment - other.segment,
  );

export const hasEnded = (received: readonly Received[]): boolean =>
  received.some((one) => one.type === 'status' && one.status === 'ended');

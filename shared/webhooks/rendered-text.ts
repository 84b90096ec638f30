import type { Outbox, OutboxEvent } from '#shared/ports/outbox';
import { objectTextAt } from './envelope.ts';

/** A snapshot that a version change cannot cope with, or that is gone. A defect of ours, mended by a deployment. */
export class RenderError extends Error {
  override readonly name = 'RenderError';
}

/** The kept text of an event at a pin; rendered and kept where there is none yet. Throws `RenderError`. */
export const renderedText = async (outbox: Outbox, event: OutboxEvent, pin: string): Promise<string> =>
  (await outbox.text(event.id, pin)) ?? outbox.keepText(event, pin, textOf(event, pin));

function textOf({ snapshot }: OutboxEvent, pin: string): string {
  try {
    return objectTextAt(pin, snapshot);
  } catch (cause) {
    throw new RenderError('The snapshot could not be rendered.', { cause });
  }
}

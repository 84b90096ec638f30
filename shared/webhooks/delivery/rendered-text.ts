import type { Outbox, OutboxEvent } from '#shared/events/ports/outbox';
import type { Server } from '#shared/versions/version-change';
import { objectTextAt } from './envelope.ts';

/** A version change failed on the snapshot. A bug of ours, fixed by a deployment. */
export class RenderError extends Error {
  override readonly name = 'RenderError';
}

interface Needs {
  readonly outbox: Outbox;
  readonly server: Server;
}

/** The stored payload of an event at a pin; rendered and stored if there is none. Throws `RenderError`. */
export const renderedText = async ({ outbox, server }: Needs, event: OutboxEvent, pin: string): Promise<string> =>
  (await outbox.text(event.id, pin)) ?? outbox.keepText(event, pin, textOf(event, pin, server));

function textOf({ snapshot }: OutboxEvent, pin: string, server: Server): string {
  try {
    return objectTextAt(pin, snapshot, server);
  } catch (cause) {
    throw new RenderError('The snapshot could not be rendered.', { cause });
  }
}

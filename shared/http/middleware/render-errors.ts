import { asRefusal, renderDefect, renderRefusal } from '#shared/http/response/render';
import type { HttpMiddleware } from './exchange.ts';

/** The one place that catches: a `Refusal` becomes its status and errors, anything else a 500 that says nothing of itself. */
export const renderErrors = (): HttpMiddleware => ({
  onError(request) {
    const refusal = asRefusal(request.error);
    if (!refusal) request.context.exchange.defect = whereOf(request.error);
    request.context.exchange.reply = { ...(refusal ? renderRefusal(refusal) : renderDefect()), isRefusal: true };
    request.response = {};
  },
});

/** Name and place of a defect. Its message stays out, lines of it that look like a place too: it may quote what a client sent. */
function whereOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return typeof thrown;
  const { name, message, stack = '' } = thrown;
  const start = stack.indexOf(message);
  const frames =
    start < 0
      ? []
      : stack
          .slice(start + message.length)
          .split('\n')
          .slice(1);
  return [name, ...frames.slice(0, 6).map((line) => line.trim())].join(' ');
}

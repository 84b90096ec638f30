import { orderProcessing } from '#functions/workers/order-processing/index';
import type { Instant } from '#shared/core/time';
import { checkedTranslator } from '#shared/translation/checked-translator';
import type { Translator } from '#shared/translation/ports';
import { pseudoEngine } from '#shared/translation/pseudo-engine';
import type { World } from '#test/support/api';

interface Given {
  readonly translator?: Translator;
  readonly timeLeft?: () => number;
}

/** The worker of orders, called directly, with a clock that jumps to the next due time. */
export function orderWorker({ context, clock, dynamo, files }: World, given: Given = {}) {
  const translator = given.translator ?? checkedTranslator(pseudoEngine());
  const lines: Readonly<Record<string, unknown>>[] = [];
  const work = orderProcessing(context, { translator, files, log: (line) => void lines.push(line) });
  const invocation = { getRemainingTimeInMillis: given.timeLeft ?? (() => 90_000) };

  /** Jobs, orders and conversations that are due, as the bus would hand them over. */
  const due = () =>
    dynamo.items().flatMap((item) => {
      const { type, id, dueAt } = partsOf(item);
      if (type === 'conversation') return [{ dueAt, event: { 'detail-type': 'job.conversation_due', detail: { id } } }];
      if (type === 'order') return [{ dueAt, event: { 'detail-type': 'job.order_due', detail: { id } } }];
      if (type !== 'job.order' && type !== 'job.operation') return [];
      // A job that no worker has is started by the relay at once, and not when the sweeper would.
      const startsAt = item['busy_until'] || item['reached'] ? dueAt : clock.now();
      return [{ dueAt: startsAt, event: { 'detail-type': type, detail: { id } } }];
    });

  /** Works on everything that is due now, until nothing is. */
  const untilQuiet = async () => {
    for (let turn = 0; turn < 500; turn += 1) {
      const [next] = due().filter(({ dueAt }) => dueAt <= clock.now());
      if (!next) return;
      await work(next.event, invocation);
    }
    throw new Error('The worker does not come to rest.');
  };

  return {
    lines: lines as readonly Readonly<Record<string, unknown>>[],
    due,
    untilQuiet,
    /** Hands one over, whenever it is due. */
    deliver: async (one: ReturnType<typeof due>[number] | undefined) => one && work(one.event, invocation),
    /** Jumps to the next due time, and works. False where nothing is due any more. */
    async next(): Promise<boolean> {
      const [soonest] = due().sort((one, other) => one.dueAt - other.dueAt);
      if (!soonest) return false;
      clock.set(Math.max(clock.now(), soonest.dueAt) as Instant);
      await untilQuiet();
      return true;
    },
  };
}

/** The type of what is due; none of a row that is not. */
function partsOf(item: Readonly<Record<string, { readonly S?: string; readonly N?: string } | undefined>>) {
  const row = item['type']?.S;
  const kind = row === 'order' || row === 'conversation' ? row : item['sk']?.S?.split('#')[1];
  return { type: item['due_pk'] && kind, id: item['pk']?.S ?? '', dueAt: Number(item['due_at']?.N) };
}

import type { ChangeRecord, ChangeStream } from '#test/doubles/dynamodb/change-stream';
import { isNewOutboxRow } from '#test/support/event-path/platform';
import { type Draw, passing } from './latencies.ts';

/** Four shards, as a new table has them, each read four times in parallel: lib/constructs/outbox-relay.ts. */
const LANES = 16;
const BATCH = 100;
const LOOK_EVERY_MS = 5;

interface Lane {
  ready: ChangeRecord[];
  busy: boolean;
}

/** Hands new outbox rows to the relay, each after a wait as it was measured; a lane has one invocation at a time. */
export function followStream(
  stream: ChangeStream,
  draw: Draw,
  relay: (records: readonly ChangeRecord[]) => Promise<void>,
): () => void {
  const lanes = Array.from({ length: LANES }, (): Lane => ({ ready: [], busy: false }));

  const work = async (lane: Lane): Promise<void> => {
    if (lane.busy) return;
    lane.busy = true;
    while (lane.ready.length > 0) await relay(lane.ready.splice(0, BATCH));
    lane.busy = false;
  };

  const arrives = async (record: ChangeRecord, lane: Lane | undefined): Promise<void> => {
    await passing(draw('stream'));
    lane?.ready.push(record);
    if (lane) await work(lane);
  };

  const look = () => {
    for (const record of stream.take())
      if (isNewOutboxRow(record)) arrives(record, lanes[laneOf(record)]).catch(() => undefined);
  };
  const looking = setInterval(look, LOOK_EVERY_MS);
  return () => clearInterval(looking);
}

/** Rows of one partition share a lane. */
const laneOf = ({ dynamodb }: ChangeRecord): number =>
  [...(dynamodb.Keys['pk']?.S ?? '')].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) >>> 0, 0) % LANES;

import type { RecordingLease } from '#shared/capture/bots/commands/copy-recording';
import type { Processed } from '#shared/capture/bots/commands/process-recording';
import { type LeasedRecording, recordingLeases } from '#shared/capture/bots/recording-leases-store';
import type { CommandContext } from '#shared/foundation/commands/context';
import type { BotId } from '#shared/foundation/core/ids';
import { inSequence } from '#shared/foundation/core/in-sequence';
import { LeaseLost } from '#shared/foundation/core/store';
import { earlier, type Instant, later, MINUTE_MS } from '#shared/foundation/core/time';

/**
 * Longer than any request between two saves: four minutes for a piece of speech, after half a minute of other pieces. An
 * invocation that dies blocks its recording for no longer.
 */
const LEASE_MS = 6 * MINUTE_MS;
/** A job whose recording is leased runs again after this time: the invocation at work may not know its news. */
const BUSY_MS = MINUTE_MS;

type Needs = Pick<CommandContext, 'table' | 'clock'>;

/**
 * Works on a recording under the lease of its bot. A bot may have several jobs at once, of a webhook and of a check:
 * they share the lease and its cursor, so nothing is copied, transcribed or summarized twice. A job that finds the
 * recording busy is left for later. Throws `LeaseLost` where the work took longer than the lease and another took it.
 */
export const workUnderLease =
  ({ table, clock }: Needs) =>
  async (
    botId: BotId,
    timeLeft: () => number,
    work: (id: BotId, lease: RecordingLease) => Promise<Processed>,
  ): Promise<Processed | { readonly busyUntil: Instant }> => {
    const now = clock.now();
    const taken = await recordingLeases.take(table, botId, now, later(now, LEASE_MS));
    if ('busyUntil' in taken) return { busyUntil: earlier(taken.busyUntil, later(now, BUSY_MS)) };
    const lease = leaseOf({ table, clock }, taken, timeLeft);
    try {
      const processed = await work(botId, lease);
      await recordingLeases.release(table, lease.leased(), clock.now());
      return processed;
    } catch (error) {
      // Where even that fails, the lease ends by itself.
      if (!(error instanceof LeaseLost))
        await recordingLeases.release(table, lease.leased(), clock.now()).catch(() => undefined);
      throw error;
    }
  };

function leaseOf(
  { table, clock }: Needs,
  taken: LeasedRecording,
  timeLeft: () => number,
): RecordingLease & { leased(): LeasedRecording } {
  let leased = taken;
  return {
    leased: () => leased,
    cursor: () => leased.cursor,
    timeLeft,
    // Also for work that does several things at once: each save is guarded by the one before.
    save: inSequence(async (cursor) => {
      const saved = await recordingLeases.save(table, leased, cursor, later(clock.now(), LEASE_MS));
      if (!saved) throw new LeaseLost();
      leased = saved;
    }),
  };
}

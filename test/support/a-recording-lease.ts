import type { RecordingLease } from '#shared/capture/bots/commands/copy-recording';
import { NEW_CURSOR } from '#shared/meetings/bots/rules/recording-cursor';

/** The lease of a job that no other worker takes, with fifteen minutes left. */
export function aRecordingLease(): RecordingLease {
  let cursor = NEW_CURSOR;
  return {
    cursor: () => cursor,
    timeLeft: () => 900_000,
    async save(next) {
      cursor = next;
    },
  };
}

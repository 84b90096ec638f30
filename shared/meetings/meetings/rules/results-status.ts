import { type BotResults, NO_RESULTS, type PartStatus } from '#shared/meetings/bots/rules/bot';
import type { Meeting, Recording } from '#shared/meetings/meetings/rules/meeting';

const RANK: Readonly<Record<PartStatus, number>> = { ready: 0, processing: 1, failed: 2, none: 3 };

/** The whole status of one bot's results: docs/limits-and-rules.md#results. */
export function resultsStatus({ transcript, summary, media }: BotResults): PartStatus {
  if ([transcript, summary, media].includes('processing')) return 'processing';
  if (transcript === 'failed') return 'failed';
  return transcript === 'ready' && summary !== 'none' ? 'ready' : 'none';
}

/** The recording whose results the meeting shows: the best whole status, among equals the bot that ended last. */
export function shownRecording({ recordings }: Pick<Meeting, 'recordings'>): Recording | undefined {
  return recordings.reduce<Recording | undefined>(
    (best, one) => (best && !isBetter(one, best) ? best : one),
    undefined,
  );
}

export const shownResults = (meeting: Pick<Meeting, 'recordings'>): BotResults =>
  shownRecording(meeting)?.results ?? NO_RESULTS;

function isBetter(one: Recording, other: Recording): boolean {
  const difference = RANK[resultsStatus(one.results)] - RANK[resultsStatus(other.results)];
  if (difference !== 0) return difference < 0;
  // A recording that has not ended has no results yet, and does not hide those of another.
  return one.endedAt !== null && (other.endedAt === null || one.endedAt > other.endedAt);
}

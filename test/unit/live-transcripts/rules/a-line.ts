import type { Instant } from '#shared/foundation/core/time';
import { addLines } from '#shared/meetings/live-transcripts/rules/add-lines';
import {
  type FeedState,
  type LiveSegment,
  MOST_SEGMENTS,
  newFeed,
} from '#shared/meetings/live-transcripts/rules/live-feed';
import type { LiveLine } from '#shared/meetings/recorders/rules/live-line';
import { noon } from '#test/support/api';

/** What Ada says for a second, from a second of the recording on. */
export const aLine = (start: number, text: string, line: Partial<LiveLine> = {}): LiveLine => ({
  id: `line-${start}`,
  speakerKey: 'ada',
  speakerName: 'Ada',
  text,
  start: { seconds: start },
  end: { seconds: start + 1 },
  isFinal: true,
  ...line,
});

/** A feed that is fed line by line, as it is kept: a segment takes the place of the one 200 before it. */
export function aFeed() {
  let state: FeedState = newFeed({ botId: 'bot_1', meetingId: 'mtg_1', workspaceId: 'wks_1' } as never);
  const places = new Map<number, LiveSegment>();
  let now = noon;
  return {
    segments: (): readonly LiveSegment[] => [...places.values()],
    texts: () => [...places.values()].sort((one, other) => one.number - other.number).map(({ text }) => text),
    state: () => state,
    /** Answers what is new or changed. */
    add(...lines: readonly LiveLine[]): readonly LiveSegment[] {
      now = (now + 1_000) as Instant;
      const added = addLines({ state, segments: [...places.values()] }, lines, { startedAt: noon, now });
      state = added.state;
      for (const segment of added.changed) places.set(segment.number % MOST_SEGMENTS, segment);
      return added.changed;
    },
  };
}

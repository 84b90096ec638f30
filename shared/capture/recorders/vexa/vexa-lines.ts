import type { LiveLine } from '#shared/meetings/recorders/rules/live-line';
import type { VexaSegment } from './vexa-schemas.ts';

/** What was said so far, by Vexa's segments. They have no id of their own: one is known by its speaker and its start. */
export const readVexaLines = (segments: readonly VexaSegment[]): readonly LiveLine[] =>
  segments
    .toSorted((one, other) => one.start - other.start)
    .map(({ speaker, text, start, end, completed }) => ({
      id: `${speaker ?? ''}@${start}`,
      speakerKey: speaker || null,
      speakerName: speaker || null,
      text,
      start: { seconds: start },
      end: { seconds: end },
      isFinal: completed !== false,
    }));

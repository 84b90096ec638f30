import type { SpeakerTimeline } from '#shared/meetings/recorders/rules/speaker-timeline';
import type { RecallTimelineFile } from './recall-schemas.ts';

/** Who spoke when, in seconds from the start of the recording. Turns from before it have negative starts. */
export const readRecallTimeline = (file: RecallTimelineFile): SpeakerTimeline =>
  file.flatMap(({ participant, start_timestamp, end_timestamp }) => {
    const start = start_timestamp?.relative;
    const key = participant?.id ?? participant?.name;
    if (typeof start !== 'number' || key === null || key === undefined) return [];
    const end = end_timestamp?.relative ?? Number.POSITIVE_INFINITY;
    return { speakerKey: String(key), speakerName: participant?.name || null, start, end: Math.max(start, end) };
  });

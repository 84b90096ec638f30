import type { SpeakerTimeline } from '#shared/meetings/recorders/rules/speaker-timeline';
import type { MbaasTurn } from './mbaas-schemas.ts';

/** Who spoke when. Participants are known by their names, as in the transcript; a turn without one says nothing. */
export const readMbaasTimeline = (turns: readonly MbaasTurn[]): SpeakerTimeline =>
  turns.flatMap(({ speaker, start_time: start, end_time: end }) =>
    speaker ? { speakerKey: speaker, speakerName: speaker, start, end: Math.max(start, end) } : [],
  );

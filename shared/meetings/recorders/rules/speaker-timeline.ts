import type { Transcript } from '#shared/meetings/results/rules/results';

/** One person speaks without a break, as the platform of the call shows it. Times are seconds of the recording. */
export interface SpeakerTurn {
  /** Tells two speakers of one name apart. */
  readonly speakerKey: string;
  readonly speakerName: string | null;
  readonly start: number;
  readonly end: number;
}

/** Who spoke when. Turns may overlap, in any order. */
export type SpeakerTimeline = readonly SpeakerTurn[];

/** Who spoke when, as a transcript with speakers has it. */
export const turnsIn = ({ speakers, segments }: Transcript): SpeakerTimeline =>
  segments.flatMap(({ speakerId, start, end }) => {
    const speaker = speakers.find(({ id }) => id === speakerId);
    return speaker ? [{ speakerKey: speaker.id, speakerName: speaker.name, start, end }] : [];
  });

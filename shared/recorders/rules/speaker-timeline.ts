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

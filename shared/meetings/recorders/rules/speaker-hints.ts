/** What helps a transcriber to tell speakers apart. */
export interface SpeakerHints {
  /** How many there are, 1 to 30. */
  readonly count?: number;
  /** Each channel of the audio is one speaker. */
  readonly channels?: boolean;
  /** Each audio track of the file is one speaker; a file with one track is heard as without it. */
  readonly tracks?: boolean;
}

import type { Cue } from '#shared/texts/subtitles/rules/cue';

/** The frame rate of formats that count frames: that of European television. */
export const FRAMES_PER_SECOND = 25;

const MS_PER_FRAME = 1000 / FRAMES_PER_SECOND;

/** A subtitle by frames from the start of the recording: shown from the first up to, but not including, the last. */
export interface FramedCue {
  readonly startFrame: number;
  readonly endFrame: number;
  /** None is empty. */
  readonly lines: readonly string[];
}

/**
 * Subtitles by whole frames, in order. Each is shown for a frame at least, and none begins before the last has ended:
 * editing programs refuse a file with overlaps. A subtitle without text is left out.
 */
export function framesOf(cues: readonly Cue[]): readonly FramedCue[] {
  let freeFrom = 0;
  return cues.flatMap(({ startMs, endMs, lines }) => {
    const shown = lines.map((line) => line.replaceAll(/\s+/g, ' ').trim()).filter((line) => line !== '');
    if (shown.length === 0) return [];
    const startFrame = Math.max(freeFrom, Math.round(startMs / MS_PER_FRAME));
    const endFrame = Math.max(startFrame + 1, Math.round(endMs / MS_PER_FRAME));
    freeFrom = endFrame;
    return [{ startFrame, endFrame, lines: shown }];
  });
}

/** Hours, minutes, seconds and frames, as SMPTE time code without dropped frames counts them. */
export function timeCodeParts(frame: number): readonly [hours: number, minutes: number, seconds: number, rest: number] {
  const seconds = Math.floor(frame / FRAMES_PER_SECOND);
  return [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60, frame % FRAMES_PER_SECOND];
}

/** `01:02:03:04`. */
export const timeCodeOf = (frame: number): string =>
  timeCodeParts(frame)
    .map((part) => String(part).padStart(2, '0'))
    .join(':');

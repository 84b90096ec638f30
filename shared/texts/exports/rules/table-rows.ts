import type { Transcript } from '#shared/meetings/results/rules/results';
import { passagesOf, type TextOptions } from './passages.ts';

/** A table of a text, with the columns that the options ask for. */
export interface TextTable {
  readonly columns: readonly ('start' | 'end' | 'speaker' | 'text')[];
  /** A row for each segment. Times are seconds from the start of the recording; a speaker who is not known is empty. */
  readonly rows: readonly (readonly (number | string)[])[];
}

/** A row for each segment, whatever the interval of timestamps is. */
export function tableOf(transcript: Transcript, options: TextOptions): TextTable {
  const { showTimestamps, showSpeakers } = options;
  const passages = passagesOf(transcript, { ...options, timestampsEverySeconds: null });
  return {
    columns: [
      ...(showTimestamps ? (['start', 'end'] as const) : []),
      ...(showSpeakers ? (['speaker'] as const) : []),
      'text',
    ],
    rows: passages.map(({ start, end, speaker, pieces }) => [
      ...(showTimestamps ? [start, end] : []),
      ...(showSpeakers ? [speaker ?? ''] : []),
      pieces.map(({ text }) => text).join(' '),
    ]),
  };
}

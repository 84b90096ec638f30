import type { Cue } from '#shared/texts/subtitles/rules/cue';

export const aCue = (changes: Partial<Cue> = {}): Cue => ({
  startMs: 500,
  endMs: 2500,
  lines: ['A < B & C', 'and so --> on.'],
  speakerId: 'spk_1',
  words: [],
  violations: [],
  ...changes,
});

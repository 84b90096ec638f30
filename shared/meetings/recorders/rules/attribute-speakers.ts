import { joinWords } from '#shared/meetings/recorders/rules/join-words';
import type { SpeakerTimeline, SpeakerTurn } from '#shared/meetings/recorders/rules/speaker-timeline';
import type { Segment, Speaker, Transcript, Word } from '#shared/meetings/results/rules/results';

/** How far a timeline may be from the sound: platforms show a speaker late, and for a moment too long. */
const TOLERANCE_SECONDS = 1;

/**
 * The transcript of a speech service with the speakers of a timeline, in place of those that the service told apart by
 * voice. Each word is given to the one who spoke then: the longest overlap, else the nearest turn within a second, else no
 * one. A segment in which the speaker changes becomes several. Without a timeline the transcript stays as it is.
 */
export function attributeSpeakers(transcript: Transcript, timeline: SpeakerTimeline): Transcript {
  if (timeline.length === 0) return transcript;
  const turns = timeline.toSorted((one, other) => one.start - other.start);
  const parts = transcript.segments.flatMap((segment) => partsOf(segment, turns));
  const keys = [...new Set(parts.flatMap(({ turn }) => turn?.speakerKey ?? []))];
  const ids = new Map(keys.map((key, index) => [key, `spk_${index + 1}`]));
  return {
    language: transcript.language,
    speakers: keys.map((key, index) => speakerOf(`spk_${index + 1}`, turns, key)),
    segments: parts.map(({ turn, segment }, index) => ({
      ...segment,
      id: `seg_${index + 1}`,
      speakerId: (turn && ids.get(turn.speakerKey)) ?? null,
    })),
  };
}

const speakerOf = (id: string, turns: SpeakerTimeline, key: string): Speaker => ({
  id,
  name: turns.find(({ speakerKey, speakerName }) => speakerKey === key && speakerName !== null)?.speakerName ?? null,
});

interface Part {
  readonly turn: SpeakerTurn | undefined;
  readonly segment: Segment;
}

/** A segment, cut where its speaker changes. One without words is given to one speaker as a whole. */
function partsOf(segment: Segment, turns: SpeakerTimeline): readonly Part[] {
  const runs = runsOf(segment.words, turns);
  const [only] = runs;
  if (runs.length < 2) return [{ turn: only ? only.turn : turnAt(segment, turns), segment }];
  const texts = textsOf(segment.text, runs);
  return runs.map(({ turn, words }, index) => ({
    turn,
    segment: {
      ...segment,
      start: words[0]?.start ?? segment.start,
      end: Math.max(...words.map(({ end }) => end)),
      text: texts[index] ?? '',
      words,
    },
  }));
}

interface Run {
  readonly turn: SpeakerTurn | undefined;
  readonly words: readonly Word[];
}

/** Words one after the other that are given to the same speaker. */
function runsOf(words: readonly Word[], turns: SpeakerTimeline): readonly Run[] {
  const runs: { turn: SpeakerTurn | undefined; words: Word[] }[] = [];
  for (const word of words) {
    const turn = turnAt(word, turns);
    const last = runs.at(-1);
    if (last && last.turn?.speakerKey === turn?.speakerKey) last.words.push(word);
    else runs.push({ turn, words: [word] });
  }
  return runs;
}

interface Span {
  readonly start: number;
  readonly end: number;
}

/** The turn that a span of time belongs to; of equally long overlaps the one that began last. */
function turnAt(span: Span, turns: SpeakerTimeline): SpeakerTurn | undefined {
  let best: SpeakerTurn | undefined;
  let longest = -TOLERANCE_SECONDS;
  for (const turn of turns) {
    if (turn.start > span.end + TOLERANCE_SECONDS) break;
    const overlap = overlapOf(span, turn);
    if (overlap >= longest) {
      best = turn;
      longest = overlap;
    }
  }
  return best;
}

/** Seconds that two spans have in common; below zero, the seconds between them. */
const overlapOf = (one: Span, other: Span): number => Math.min(one.end, other.end) - Math.max(one.start, other.start);

/** The text of a segment in as many parts as it has runs, each from its first word on, with all punctuation. */
function textsOf(text: string, runs: readonly Run[]): readonly string[] {
  const starts: number[] = [];
  let at = 0;
  for (const { words } of runs) {
    starts.push(at);
    for (const word of words) {
      const found = text.indexOf(word.text, at);
      if (found < 0) return runs.map((run) => joinWords(run.words.map((one) => one.text)));
      if (word === words[0]) starts[starts.length - 1] = found;
      at = found + word.text.length;
    }
  }
  return starts.map((start, index) => text.slice(index === 0 ? 0 : start, starts[index + 1]).trim());
}

import type { StyleGuideId, WorkspaceId } from '#shared/foundation/core/ids';
import { Refusal, unprocessable } from '#shared/foundation/core/refusal';
import type { Instant } from '#shared/foundation/core/time';
import { DEFAULT_STYLE, type SubtitleStyle } from '#shared/texts/subtitles/rules/style';

export const MOST_STYLE_GUIDES = 100;

export const OPERATIONS = ['transcription', 'subtitles'] as const;
export type Operation = (typeof OPERATIONS)[number];

export const SPEAKER_IDS = ['none', 'name', 'initials', 'dash'] as const;

/** What both operations have. */
export type TextStyle = Pick<SubtitleStyle, 'isVerbatim' | 'fixGrammar' | 'sdh' | 'speakerId' | 'notationTags'>;

/** What subtitles alone have: lengths, reading speed and times. */
export type SubtitleLimits = Omit<SubtitleStyle, keyof TextStyle>;

interface GuideOfAny {
  readonly id: StyleGuideId;
  readonly workspaceId: WorkspaceId;
  readonly name: string;
  readonly style: TextStyle;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

export interface TranscriptionGuide extends GuideOfAny {
  readonly operation: 'transcription';
}

export interface SubtitleGuide extends GuideOfAny {
  readonly operation: 'subtitles';
  readonly limits: SubtitleLimits;
}

/** How the texts of a workspace are written. Its operation never changes. */
export type StyleGuide = TranscriptionGuide | SubtitleGuide;

/** A style of subtitles with the guide that it is of. */
export interface GuidedStyle {
  /** Null for the built-in defaults. */
  readonly styleGuideId: StyleGuideId | null;
  /** What that is now. */
  readonly style: SubtitleStyle;
}

/** Smallest and largest value of each limit; shorter lines do not hold most words, and no more lines fit on a screen. */
export const LIMIT_RANGES: Readonly<Record<keyof SubtitleLimits, readonly [from: number, to: number]>> = {
  maxCharactersPerLine: [16, 120],
  maxLines: [1, 4],
  maxCharactersPerSecond: [5, 60],
  minDurationMs: [0, 5_000],
  maxDurationMs: [1_000, 30_000],
  minGapMs: [0, 500],
};

type Writable<Fields> = { readonly [Field in keyof Fields]?: Fields[Field] | undefined };

/** What a request writes; undefined leaves a field as it is. */
export interface StyleGuidePatch {
  readonly name?: string | undefined;
  readonly style: Writable<TextStyle>;
  readonly limits: Writable<SubtitleLimits>;
}

export interface NewStyleGuide extends StyleGuidePatch {
  readonly workspaceId: WorkspaceId;
  readonly name: string;
  readonly operation: Operation;
}

const { isVerbatim, fixGrammar, sdh, speakerId, notationTags, ...DEFAULT_LIMITS } = DEFAULT_STYLE;
const DEFAULT_TEXT: TextStyle = { isVerbatim, fixGrammar, sdh, speakerId, notationTags };

/** Fields that are left out are those of `DEFAULT_STYLE`. Throws 422 as `updateStyleGuide` does. */
export function createStyleGuide(
  id: StyleGuideId,
  now: Instant,
  { workspaceId, name, operation, style, limits }: NewStyleGuide,
): StyleGuide {
  const guide = { id, workspaceId, name, style: DEFAULT_TEXT, createdAt: now, updatedAt: now };
  const bare: StyleGuide =
    operation === 'subtitles' ? { ...guide, operation, limits: DEFAULT_LIMITS } : { ...guide, operation };
  return updateStyleGuide(bare, { style, limits });
}

/** Throws 422 for limits of a guide that is not for subtitles, and for a shortest duration over the longest. */
export function updateStyleGuide(guide: StyleGuide, { name, style, limits }: StyleGuidePatch): StyleGuide {
  const base = { ...guide, name: name ?? guide.name, style: { ...guide.style, ...sent(style) } };
  if (base.operation !== 'subtitles') {
    refuseLimits(sent(limits));
    return base;
  }
  const after = { ...base.limits, ...sent(limits) };
  if (after.minDurationMs > after.maxDurationMs)
    throw unprocessable('min_duration_ms', 'invalid', 'min_duration_ms must not be greater than max_duration_ms.');
  return { ...base, limits: after };
}

/** The fields with a value. */
const sent = <Fields extends object>(fields: Writable<Fields>): Partial<Fields> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<Fields>;

function refuseLimits(limits: Partial<SubtitleLimits>): void {
  const faults = Object.keys(limits).map((limit) => {
    const field = FIELD_OF[limit as keyof SubtitleLimits];
    return { field, code: 'invalid', message: `${field} is for guides whose operation is subtitles.` };
  });
  if (faults.length > 0) throw new Refusal('unprocessable', faults);
}

/** The fields of the API. */
const FIELD_OF: Readonly<Record<keyof SubtitleLimits, string>> = {
  maxCharactersPerLine: 'max_characters_per_line',
  maxLines: 'max_lines',
  maxCharactersPerSecond: 'max_characters_per_second',
  minDurationMs: 'min_duration_ms',
  maxDurationMs: 'max_duration_ms',
  minGapMs: 'min_gap_ms',
};

/** What subtitles are divided and written by. */
export const subtitleStyleOf = ({ style, limits }: SubtitleGuide): SubtitleStyle => ({ ...style, ...limits });

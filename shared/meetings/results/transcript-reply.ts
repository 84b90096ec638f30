import { ok } from '#shared/api/http/endpoint';
import { fitLambdaResponse } from '#shared/foundation/core/lambda-response';
import { unprocessable } from '#shared/foundation/core/refusal';
import { type Instant, isoOf } from '#shared/foundation/core/time';
import type { Reply } from '#shared/foundation/http/response/reply';
import { presentSegment, type presentTranscriptHead } from '#shared/meetings/results/present';
import type { TranscriptFormat } from '#shared/meetings/results/rules/formats';
import type { Segment, Transcript } from '#shared/meetings/results/rules/results';

/** Over this the segments are left to the transcript's own link: docs/limits-and-rules.md#sizes. */
const LARGEST_INLINE_BYTES = 4_000_000;

const TEXT_TYPES = { txt: 'text/plain', vtt: 'text/vtt', srt: 'application/x-subrip' } as const;

interface Asked {
  readonly format?: TranscriptFormat | 'json' | undefined;
  readonly include?: 'words' | undefined;
}

/**
 * The most bytes of a file whose transcript alone an answer can hold. With words the answer has all that the file has, so
 * that it is no smaller; undefined where it may be.
 */
export const mostStoredBytes = ({ format, include }: Asked): number | undefined =>
  format === 'json' && include === 'words' ? LARGEST_INLINE_BYTES : undefined;

/** What of a transcript an answer shows. */
interface Shown {
  readonly segments: readonly Segment[];
  readonly withWords: boolean;
}

/** The whole body, or the one without segments where it is too large for one answer. */
export async function smaller(shown: Shown, whole: () => unknown, withoutSegments: () => unknown): Promise<Reply> {
  if (leastBytes(shown) > LARGEST_INLINE_BYTES) return ok(await withoutSegments());
  const body = whole();
  const text = JSON.stringify(body);
  const fits = Buffer.byteLength(text) <= LARGEST_INLINE_BYTES && fitLambdaResponse([text]);
  return ok(fits ? body : await withoutSegments());
}

const LEAST_WORD_BYTES = JSON.stringify({ text: '', start: 0, end: 0, confidence: 0 }).length;
const LEAST_SEGMENT_BYTES = JSON.stringify({
  id: '',
  speaker_id: '',
  start: 0,
  end: 0,
  text: '',
  confidence: 0,
}).length;

/** Fewer bytes than the segments take as JSON, counted without writing them: each code unit of a text is one at least. */
function leastBytes({ segments, withWords }: Shown): number {
  let bytes = 0;
  for (const { text, words } of segments) {
    bytes += LEAST_SEGMENT_BYTES + text.length;
    if (withWords) for (const word of words) bytes += LEAST_WORD_BYTES + word.text.length;
  }
  return bytes;
}

/** A transcript that was written in a format. 422 `too_long` where it is too large for one answer. */
export function transcriptText(text: string, format: TranscriptFormat): Reply {
  requireFitting(text, format);
  return { ...ok(text), contentType: `${TEXT_TYPES[format]}; charset=utf-8` };
}

/** Refuses what no answer can hold: Lambda would refuse the whole response, and the gateway answer 500. */
export function requireFitting(text: string, format: TranscriptFormat): void {
  if (fitLambdaResponse([text])) return;
  const message = `The transcript is too long for one response as ${format}: read it as json, which has a link to it, or export it.`;
  throw unprocessable('format', 'too_long', message);
}

interface TranscriptShown {
  readonly withWords: boolean;
  /** False where the segments were not read, because no answer can hold them. */
  readonly isWhole: boolean;
  /** Called only where the answer has the link; null where there is no file. */
  readonly link: () => Promise<string | null>;
  readonly linksExpireAt: Instant;
}

/** The transcript alone, with a link in place of segments that are too large for one answer. */
export async function transcriptJson(
  head: ReturnType<typeof presentTranscriptHead>,
  { segments }: Transcript,
  { withWords, isWhole, link, linksExpireAt }: TranscriptShown,
): Promise<Reply> {
  const withLink = async () => ({ ...head, url: await link(), url_expires_at: isoOf(linksExpireAt) });
  if (!isWhole) return ok(await withLink());
  const whole = () => ({ ...head, segments: segments.map((segment) => presentSegment(segment, withWords)) });
  return smaller({ segments, withWords }, whole, withLink);
}

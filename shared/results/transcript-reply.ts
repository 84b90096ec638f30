import { fitLambdaResponse } from '#shared/core/lambda-response';
import { unprocessable } from '#shared/core/refusal';
import { type Instant, isoOf } from '#shared/core/time';
import { ok, type Reply } from '#shared/http/endpoint';
import { presentSegment, type presentTranscriptHead } from '#shared/results/present';
import type { TranscriptFormat } from '#shared/results/rules/formats';
import type { Transcript } from '#shared/results/rules/results';

/** Over this the segments are left to the transcript's own link: docs/limits-and-rules.md#sizes. */
const LARGEST_INLINE_BYTES = 4_000_000;

const TEXT_TYPES = { txt: 'text/plain', vtt: 'text/vtt', srt: 'application/x-subrip' } as const;

/** The whole body, or the one without segments where it is too large for one answer. */
export async function smaller(whole: unknown, withoutSegments: () => unknown): Promise<Reply> {
  const text = JSON.stringify(whole);
  const fits = Buffer.byteLength(text) <= LARGEST_INLINE_BYTES && fitLambdaResponse([text]);
  return ok(fits ? whole : await withoutSegments());
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

interface Shown {
  readonly withWords: boolean;
  /** Called only where the answer has the link; null where there is no file. */
  readonly link: () => Promise<string | null>;
  readonly linksExpireAt: Instant;
}

/** The transcript alone, with a link in place of segments that are too large for one answer. */
export const transcriptJson = (
  head: ReturnType<typeof presentTranscriptHead>,
  { segments }: Transcript,
  { withWords, link, linksExpireAt }: Shown,
): Promise<Reply> =>
  smaller({ ...head, segments: segments.map((segment) => presentSegment(segment, withWords)) }, async () => ({
    ...head,
    url: await link(),
    url_expires_at: isoOf(linksExpireAt),
  }));

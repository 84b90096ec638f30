import { type Instant, isoOf } from '#shared/core/time';
import { ok, type Reply } from '#shared/http/endpoint';
import { presentSegment, type presentTranscriptHead } from '#shared/results/present';
import type { TranscriptFormat } from '#shared/results/rules/formats';
import type { Transcript } from '#shared/results/rules/results';

/** A Lambda answers with at most 6 MB; over this the segments are left to the transcript's own link. */
const LARGEST_INLINE_BYTES = 4_000_000;

const TEXT_TYPES = { txt: 'text/plain', vtt: 'text/vtt', srt: 'application/x-subrip' } as const;

/** The whole body, or the one without segments where it is too large for one answer. */
export const smaller = (whole: unknown, withoutSegments: () => unknown): Reply =>
  ok(Buffer.byteLength(JSON.stringify(whole)) <= LARGEST_INLINE_BYTES ? whole : withoutSegments());

/** A transcript that was written in a format. */
export const transcriptText = (text: string, format: TranscriptFormat): Reply => ({
  ...ok(text),
  contentType: `${TEXT_TYPES[format]}; charset=utf-8`,
});

/** The transcript alone, with a link in place of segments that are too large for one answer. */
export const transcriptJson = (
  head: ReturnType<typeof presentTranscriptHead>,
  { segments }: Transcript,
  { withWords, url, linksExpireAt }: { withWords: boolean; url: string | null; linksExpireAt: Instant },
): Reply =>
  smaller({ ...head, segments: segments.map((segment) => presentSegment(segment, withWords)) }, () => ({
    ...head,
    url,
    url_expires_at: isoOf(linksExpireAt),
  }));

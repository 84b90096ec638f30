import type { LiveReader, LiveSegment, LiveStatus } from '#shared/meetings/live-transcripts/rules/live-feed';

/** What readers are sent: docs/api/live.md. */
export type LiveMessage =
  | { readonly type: 'status'; readonly status: LiveStatus }
  /** Who says the segments that follow; null where the recorder does not say. */
  | { readonly type: 'speaker'; readonly speaker: string | null }
  | {
      readonly type: 'segment';
      readonly id: number;
      /** A later message with this number replaces the text of an earlier one. */
      readonly segment: number;
      readonly final: boolean;
      readonly speaker: string | null;
      readonly text: string;
      readonly start: number;
      readonly end: number;
    };

interface Sent {
  readonly status: LiveStatus;
  /** Kept segments, in any order. */
  readonly segments: readonly LiveSegment[];
  /** The id up to which the reader has all. */
  readonly after: number;
}

/** What a reader lacks, oldest first: a status that is new to it, then the segments with the speakers before them. */
export function messagesFor(
  { told }: Pick<LiveReader, 'told'>,
  { status, segments, after }: Sent,
): readonly LiveMessage[] {
  const inOrder = segments.toSorted((one, other) => one.id - other.id);
  let speaking = inOrder.findLast(({ id }) => id <= after)?.speakerName;
  const messages: LiveMessage[] = told === status ? [] : [{ type: 'status', status }];
  for (const segment of inOrder.filter(({ id }) => id > after)) {
    const { speakerName: speaker } = segment;
    if (speaker !== speaking) messages.push({ type: 'speaker', speaker });
    speaking = speaker;
    messages.push(messageOf(segment));
  }
  return messages;
}

const messageOf = ({ id, number, isFinal, speakerName, text, start, end }: LiveSegment): LiveMessage => ({
  type: 'segment',
  id,
  segment: number,
  final: isFinal,
  speaker: speakerName,
  text,
  start,
  end,
});

/** The longest frame in characters: at most four bytes each, of the 128 KB that API Gateway takes. */
const MOST_CHARACTERS = 30_000;

/** JSON arrays of messages, each short enough for one frame. */
export function framesOf(messages: readonly LiveMessage[]): readonly string[] {
  const frames: string[][] = [[]];
  let length = 0;
  for (const message of messages) {
    const text = JSON.stringify(message);
    if (length > 0 && length + text.length > MOST_CHARACTERS) {
      frames.push([]);
      length = 0;
    }
    frames.at(-1)?.push(text);
    length += text.length;
  }
  return frames.filter((frame) => frame.length > 0).map((frame) => `[${frame.join(',')}]`);
}

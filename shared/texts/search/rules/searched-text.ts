import type { ConversationId, MeetingId } from '#shared/foundation/core/ids';
import { comparableEmail, type Person, uniqueByEmail } from '#shared/foundation/core/people';
import type { Instant } from '#shared/foundation/core/time';
import { peopleOf, sortTimeOf } from '#shared/meetings/meetings/rules/meeting';
import type { Segment, Transcript } from '#shared/meetings/results/rules/results';
import { type ConversationWithMeeting, isOfMeeting } from '#shared/texts/conversations/rules/conversation';
import type { TextVersion } from '#shared/texts/search/rules/versions';

/** A text as search keeps it: in a segment until it is merged, then in a pack. */
export interface SearchedText {
  readonly conversationId: ConversationId;
  readonly meetingId: MeetingId | null;
  readonly version: TextVersion;
  /** Names the file of the text: a hit is shown only while the conversation still has it. */
  readonly file: string;
  readonly title: string;
  readonly startsAt: Instant | null;
  /** The start, or when the conversation was made: what `after` and `before` compare. */
  readonly placedAt: Instant;
  readonly platform: string | null;
  readonly people: readonly SearchedPerson[];
  readonly passages: readonly Passage[];
}

export interface SearchedPerson {
  readonly name: string | null;
  /** In comparable form. */
  readonly email: string | null;
}

/** What is quoted in a hit: at most a few sentences of one speaker. */
export interface Passage {
  readonly startSeconds: number;
  readonly speaker: string | null;
  readonly text: string;
}

/** What a passage takes beside its text: its time, its speaker, and the place of each in memory. */
const PASSAGE_ITSELF = 100;

/** How large a text is to those that hold it in memory, in bytes: SQLite has its passages in UTF-8. */
export const sizeOf = ({ passages }: Pick<SearchedText, 'passages'>): number =>
  passages.reduce((sum, { text }) => sum + Buffer.byteLength(text) + PASSAGE_ITSELF, 0);

/**
 * Whether the text of a conversation is searched: the text of a recording. Translations and converted subtitles say the
 * same again, and are not found beside the text that they are made from.
 */
export const isSearched = ({ conversation }: ConversationWithMeeting): boolean =>
  isOfMeeting(conversation) || conversation.sourceConversationId === null;

interface Described {
  readonly version: TextVersion;
  readonly file: string;
  readonly transcript: Transcript;
}

/** The text of a conversation as it is searched. */
export function searchedText(found: ConversationWithMeeting, { version, file, transcript }: Described): SearchedText {
  const { conversation, meeting } = found;
  return {
    conversationId: conversation.id,
    meetingId: meeting?.id ?? null,
    version,
    file,
    title: conversation.name,
    startsAt: meeting?.startsAt ?? null,
    placedAt: meeting ? sortTimeOf(meeting) : conversation.createdAt,
    platform: meeting?.platform ?? null,
    people: peopleAt(meeting ? [...(meeting.organizer ? [meeting.organizer] : []), ...peopleOf(meeting)] : []),
    passages: passagesOf(transcript),
  };
}

const peopleAt = (people: readonly Person[]): readonly SearchedPerson[] =>
  uniqueByEmail(people).map(({ name, email }) => ({ name, email: email === null ? null : comparableEmail(email) }));

/** Names by which a text is found: those on the invite, and of its speakers. */
export const namesOf = ({ people, passages }: Pick<SearchedText, 'people' | 'passages'>): readonly string[] => [
  ...new Set(
    [...people.map(({ name }) => name), ...passages.map(({ speaker }) => speaker)].flatMap((name) => name ?? []),
  ),
];

/** A passage is at most so long, so that a hit can quote it whole. */
const LONGEST_PASSAGE = 240;

/** What was said, segment by segment; long ones are divided between words. */
export function passagesOf({ segments, speakers }: Transcript): readonly Passage[] {
  const names = new Map(speakers.map(({ id, name }) => [id, name]));
  return segments.flatMap((segment) =>
    dividedText(segment).map(({ startSeconds, text }) => ({
      startSeconds,
      speaker: (segment.speakerId === null ? undefined : names.get(segment.speakerId)) ?? null,
      text,
    })),
  );
}

type Divided = Pick<Passage, 'startSeconds' | 'text'>;

function dividedText(segment: Segment): readonly Divided[] {
  const text = segment.text
    .toWellFormed()
    .replace(/[\s\p{Cc}\p{Co}]+/gu, ' ')
    .trim();
  if (text === '') return [];
  const parts: Divided[] = [];
  for (let begin = 0; begin < text.length; ) {
    const end = endOfPassage(text, begin);
    const part = text.slice(begin, end).trim();
    if (part !== '') parts.push({ startSeconds: secondsAt(segment, begin / text.length), text: part });
    begin = end;
  }
  return parts;
}

/** After the last space that fits; within a text without spaces, between two characters. */
function endOfPassage(text: string, begin: number): number {
  const most = begin + LONGEST_PASSAGE;
  if (text.length <= most) return text.length;
  const space = text.lastIndexOf(' ', most);
  if (space > begin + LONGEST_PASSAGE / 2) return space + 1;
  return /[\uD800-\uDBFF]/.test(text[most - 1] ?? '') ? most - 1 : most;
}

/** When the word at this share of the segment begins. */
function secondsAt({ start, end, words }: Segment, share: number): number {
  const word = words[Math.floor(words.length * share)];
  const seconds = word?.start ?? start + (end - start) * share;
  return Math.round(seconds * 1000) / 1000;
}

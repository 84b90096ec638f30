import type {
  ConversationId,
  FolderId,
  MeetingId,
  OrderId,
  StyleGuideId,
  WorkspaceId,
} from '#shared/foundation/core/ids';
import { isSame } from '#shared/foundation/core/json';
import { type Metadata, type MetadataChange, metadataAfter } from '#shared/foundation/core/metadata';
import { conflict } from '#shared/foundation/core/refusal';
import type { Instant } from '#shared/foundation/core/time';
import type { Meeting } from '#shared/meetings/meetings/rules/meeting';
import { shownResults } from '#shared/meetings/meetings/rules/results-status';
import type { FailureReason } from '#shared/texts/orders/rules/failure-reasons';
import type { SubtitleStyle } from '#shared/texts/subtitles/rules/style';
import type { KeptIssues } from '#shared/texts/translation/rules/translation-issue';

export const LONGEST_NAME = 200;
export const MOST_TAGS = 20;
export const LONGEST_TAG = 50;

/** What a conversation is called and where it is kept, whatever its text is. */
interface Labelled {
  readonly id: ConversationId;
  readonly workspaceId: WorkspaceId;
  readonly name: string;
  /** BCP-47; null where it is not known. */
  readonly language: string | null;
  /** Null at the root. */
  readonly folderId: FolderId | null;
  readonly tags: readonly string[];
  readonly metadata: Metadata;
  /** The subtitles that were made of its text, one for each style guide, the oldest first; absent before the first. */
  readonly conversions?: readonly Conversion[];
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

/** Subtitles that a conversation was converted to. */
export interface Conversion {
  /** Null for the built-in defaults. */
  readonly styleGuideId: StyleGuideId | null;
  readonly conversationId: ConversationId;
}

/**
 * The text of a recorded meeting as a conversation. Its content is the meeting's results; nothing of it is copied but
 * the language, by which lists filter.
 */
export interface MeetingConversation extends Labelled {
  readonly meetingId: MeetingId;
}

export const CONVERSATION_KINDS = ['transcription', 'subtitles', 'translation'] as const;
export type ConversationKind = (typeof CONVERSATION_KINDS)[number];

/** States before there is a text. */
export const UNFINISHED_STATES = ['initial', 'ingesting', 'automatic_transcribing', 'aligning'] as const;
/** States with a text; `locked` while people work on it. */
export const TEXT_STATES = ['automatic_done', 'locked'] as const;
export const CONVERSATION_STATES = [...UNFINISHED_STATES, ...TEXT_STATES, 'failed'] as const;
export type ConversationState = (typeof CONVERSATION_STATES)[number];

/** A text with a file of its own in the workspace's storage: of an order, or converted from another conversation. */
export type OrderConversation = OrderedText & TextProgress;

interface OrderedText extends Labelled {
  /** Null where no order made it. */
  readonly orderId: OrderId | null;
  readonly kind: ConversationKind;
  /** The conversation that the text is made from; null for a recording. */
  readonly sourceConversationId: ConversationId | null;
  /** How subtitles were divided; absent where that is not known. */
  readonly style?: SubtitleStyle;
  /** What its text cost; absent where it cost nothing, and before there is one. */
  readonly costInCents?: number;
  /** What is wrong with it as a translation; absent where nothing is. */
  readonly issues?: KeptIssues;
  /** Since when it is in the trash; absent unless it is. */
  readonly deletedAt?: Instant;
}

type TextProgress =
  | { readonly state: (typeof UNFINISHED_STATES)[number] }
  | { readonly state: (typeof TEXT_STATES)[number]; readonly text: StoredText }
  | { readonly state: 'failed'; readonly failureReason: FailureReason };

/** Each text is made once; corrections have names of their own. */
export const FIRST_REVISION = '1';

/** The file of a text that no meeting has. */
export interface StoredText {
  /** Names the file: each correction is a new one. */
  readonly revision: string;
  /** Of the audio; null where it is not known. */
  readonly durationSeconds: number | null;
  /** The media file whose text it is. */
  readonly media?: StoredMediaFile;
}

/** A media file in the workspace's storage, under `conversationMediaKey`. */
export interface StoredMediaFile {
  /** Media type, without codecs: `video/mp4`. */
  readonly contentType: string;
  readonly sizeBytes: number;
}

export type Conversation = MeetingConversation | OrderConversation;

/** The conversation of a meeting, with the meeting whose text it is. */
export interface ConversationInMeeting {
  readonly conversation: MeetingConversation;
  readonly meeting: Meeting;
}

/** A conversation with its meeting, where it came of one. */
export type ConversationWithMeeting =
  | ConversationInMeeting
  | { readonly conversation: OrderConversation; readonly meeting: null };

export const CONVERSATION_EVENTS = ['conversation.ready'] as const;

declare module '#shared/foundation/events/rules/domain-event' {
  interface EventTypes
    extends Record<(typeof CONVERSATION_EVENTS)[number], { readonly conversation: ConversationWithMeeting }> {}
}

export const isOfMeeting = (conversation: Conversation): conversation is MeetingConversation =>
  'meetingId' in conversation;

/** Bytes of its own media: the conversation of a meeting has none, and neither have translations. */
export const mediaBytesOf = (conversation: Conversation): number =>
  !isOfMeeting(conversation) && 'text' in conversation ? (conversation.text.media?.sizeBytes ?? 0) : 0;

/** The conversation of a meeting exists from its first transcript on, so that it is always done. */
export const stateOf = (conversation: Conversation): ConversationState =>
  isOfMeeting(conversation) ? 'automatic_done' : conversation.state;

export const kindOf = (conversation: Conversation): ConversationKind =>
  isOfMeeting(conversation) ? 'transcription' : conversation.kind;

/** The order that made its text; null where none did. */
export const orderIdOf = (conversation: Conversation): OrderId | null =>
  isOfMeeting(conversation) ? null : conversation.orderId;

/** Why a conversation has no text, for the refusal of what needs one. */
export const whyWithoutText = (conversation: Conversation): string =>
  stateOf(conversation) === 'failed' && 'failureReason' in conversation
    ? `The text of the conversation ${conversation.id} failed: ${conversation.failureReason}.`
    : `The conversation ${conversation.id} has no text yet.`;

/** Throws 409 with the reason for a conversation whose text failed for good. */
export function requireNotFailed(conversation: Conversation): void {
  if (stateOf(conversation) === 'failed') throw conflict(whyWithoutText(conversation));
}

/** Seconds of its audio; null where they are not known. */
export function lengthOf({ conversation, meeting }: ConversationWithMeeting): number | null {
  if (meeting) return shownResults(meeting).durationSeconds;
  return 'text' in conversation ? conversation.text.durationSeconds : null;
}

/** A meeting without a title names its conversation so. */
const UNTITLED = 'Untitled meeting';

/** The conversation of a meeting whose first transcript is stored. The meeting's title names it from then on. */
export const conversationOf = (meeting: Meeting, id: ConversationId, now: Instant): MeetingConversation => ({
  id,
  workspaceId: meeting.workspaceId,
  meetingId: meeting.id,
  name: meeting.title?.trim() || UNTITLED,
  language: shownResults(meeting).transcriptLanguage,
  folderId: null,
  tags: [],
  metadata: {},
  createdAt: now,
  updatedAt: now,
});

/** The conversation with the language of the transcript that its meeting shows now. */
export function withMeetingLanguage(
  conversation: MeetingConversation,
  meeting: Meeting,
  now: Instant,
): MeetingConversation {
  const { transcriptLanguage: language } = shownResults(meeting);
  return language === conversation.language ? conversation : { ...conversation, language, updatedAt: now };
}

/** What a request writes; undefined leaves a field as it is, tags are replaced as a whole. */
export interface ConversationPatch {
  readonly name?: string | undefined;
  readonly folderId?: FolderId | null | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly metadata?: MetadataChange | undefined;
}

/** Throws 422 `too_long` where the merged metadata holds too many keys. */
export function updateConversation(
  conversation: Conversation,
  { name, folderId, tags, metadata }: ConversationPatch,
): Conversation {
  const after = {
    ...conversation,
    ...(name !== undefined && { name }),
    ...(folderId !== undefined && { folderId }),
    ...(tags !== undefined && { tags: [...new Set(tags)] }),
    ...(metadata !== undefined && { metadata: metadataAfter(conversation.metadata, metadata) }),
  };
  return isSame(conversation, after) ? conversation : after;
}

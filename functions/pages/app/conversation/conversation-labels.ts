import { type BadgeKind, badge, type Markup } from '#shared/api/page-kit/components';
import {
  type Conversation,
  type ConversationState,
  kindOf,
  stateOf,
} from '#shared/texts/conversations/rules/conversation';
import type { FailureReason } from '#shared/texts/orders/rules/failure-reasons';

export const CONVERSATION_KIND_NAMES = {
  transcription: 'Transcript',
  subtitles: 'Subtitles',
  translation: 'Translation',
} as const;

export const CONVERSATION_STATE_NAMES: Readonly<Record<ConversationState, string>> = {
  initial: 'Waiting',
  ingesting: 'Reading the file',
  automatic_transcribing: 'In progress',
  aligning: 'Aligning',
  automatic_done: 'Ready',
  locked: 'Being edited',
  failed: 'Failed',
};

const BADGES: Partial<Readonly<Record<ConversationState, BadgeKind>>> = { automatic_done: 'good', failed: 'bad' };

export const kindName = (conversation: Conversation): string => CONVERSATION_KIND_NAMES[kindOf(conversation)];

export function stateBadge(conversation: Conversation): Markup {
  const state = stateOf(conversation);
  return badge(BADGES[state] ?? 'waiting', CONVERSATION_STATE_NAMES[state]);
}

export const FAILURES: Readonly<Record<FailureReason, string>> = {
  media_unreachable: 'The file could not be fetched.',
  media_too_large: 'The file is larger than 2 GB.',
  media_too_long: 'The recording is longer than 4 hours.',
  unsupported_media: 'The file is damaged, or its format cannot be read.',
  no_audio: 'The file has no audio.',
  too_many_tracks: 'The file has more than 8 audio tracks.',
  language_not_supported: 'The engine does not support this language.',
  source_failed: 'The text that it is made from failed or was deleted.',
  transcription_failed: 'The transcription failed.',
  translation_failed: 'The translation failed.',
  provider_unavailable: 'The engine was not available.',
  usage_limit: 'The usage limit of the workspace is reached.',
};

import { type ConversationId, idOf, type SummaryId, type WorkspaceId } from '#shared/foundation/core/ids';
import { HOUR_MS, type Instant } from '#shared/foundation/core/time';

/** Which summary of a text: what it consists of, and its language. */
export interface SummaryChoice {
  /** Built-in slug or `tpl_` id. */
  readonly template: string;
  /** BCP-47; null for the language of the text. */
  readonly language: string | null;
}

/** `none`: the text says nothing that could be summarized. */
export const STORED_STATES = ['processing', 'ready', 'failed', 'none'] as const;
type StoredState = (typeof STORED_STATES)[number];

/** A summary of the text of an order: one for each choice. That of a meeting is with the results of its bot. */
export interface ConversationSummary extends SummaryChoice {
  readonly id: SummaryId;
  readonly workspaceId: WorkspaceId;
  readonly conversationId: ConversationId;
  /** Of the text that is summarized: each correction is another. */
  readonly textRevision: string;
  readonly state: StoredState;
  readonly updatedAt: Instant;
}

/** The content of the job that makes a summary. A type and not an interface, since it is stored as JSON. */
export type ConversationSummaryJob = {
  readonly workspaceId: WorkspaceId;
  readonly conversationId: ConversationId;
  readonly template: string;
  readonly language: string | null;
  readonly summaryId: SummaryId;
  /** The summary of an earlier text, whose content is deleted. */
  readonly replacedId: SummaryId | null;
};

declare module '#shared/foundation/events/rules/domain-event' {
  interface JobTypes {
    /** The summary of a text is to be made. */
    'job.summary': { readonly content: ConversationSummaryJob };
  }
}

/** What is made where a request names no template. */
const DEFAULT_TEMPLATE = 'general';
/** A word for the language of the text, as in settings. */
export const SAME_LANGUAGE = 'same_as_transcript';

interface Named {
  readonly template?: string | undefined;
  readonly language?: string | undefined;
}

/** What a request chooses. The language of the text is the same choice as none, however it is written. */
export function choiceOf({ template = DEFAULT_TEMPLATE, language }: Named, textLanguage: string | null): SummaryChoice {
  const isOfText = language === undefined || language === SAME_LANGUAGE || isSameLanguage(language, textLanguage);
  return { template, language: isOfText ? null : canonical(language) };
}

export const isSameLanguage = (one: string, other: string | null): boolean =>
  other !== null && canonical(one) === canonical(other);

const canonical = (language: string): string => Intl.getCanonicalLocales(language)[0] ?? language;

type NewSummary = Omit<ConversationSummary, 'state' | 'updatedAt'>;

/** A summary whose job is to be written. */
export const createSummary = (asked: NewSummary, now: Instant): ConversationSummary => ({
  ...asked,
  state: 'processing',
  updatedAt: now,
});

export const endSummary = (
  summary: ConversationSummary,
  state: Exclude<StoredState, 'processing'>,
  now: Instant,
): ConversationSummary => ({ ...summary, state, updatedAt: now });

/** A summary that failed is made anew by a call after this. */
const MADE_ANEW_AFTER_MS = HOUR_MS;

/**
 * Whether a summary is of the text as it is now, and need not be made anew. One that is being made is waited for, whatever
 * the text is meanwhile, so that there is one job at a time.
 */
export function isCurrent(
  { state, textRevision, updatedAt }: ConversationSummary,
  text: string,
  now: Instant,
): boolean {
  if (state === 'processing') return true;
  return textRevision === text && !(state === 'failed' && now - updatedAt >= MADE_ANEW_AFTER_MS);
}

/** The id of the summary of a meeting's conversation, which has one and keeps it. */
export function summaryIdOf(conversationId: ConversationId): SummaryId {
  const id = idOf('sum', `sum_${conversationId.slice('con_'.length)}`);
  if (!id) throw new Error('The id of a conversation has no suffix.');
  return id;
}

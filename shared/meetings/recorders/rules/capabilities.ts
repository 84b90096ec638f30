import type { Platform } from '#shared/foundation/core/platform';

/** What a kind of recorder can do. A constant of its adapter: the API reads it without opening a secret. */
export interface RecorderCapabilities {
  readonly platforms: readonly Platform[];
  /** Records video beside audio. */
  readonly video: boolean;
  /** Can record audio alone. True for a recorder that never records video. */
  readonly audioOnly: boolean;
  /** Begins to record when a person in the call asks, not when it joins. */
  readonly onCommand: boolean;
  /** Posts a text in the chat when it joins. */
  readonly welcomeMessage: boolean;
  /** Posts an alert in the chat after a long silence. */
  readonly silenceAlert: boolean;
  /** Languages of its transcript: every one, or BCP-47 codes, with `auto` and `multi` where it supports them. */
  readonly languages: 'any' | readonly string[];
  /** What its own transcript holds: words with the platform's speaker names, text with them, or there is none. */
  readonly transcript: 'words' | 'segments' | 'none';
  /** What is said in a call that goes on: it sends it by webhooks, has to be asked for it, or does not say. */
  readonly liveTranscript: 'sent' | 'asked' | 'none';
}

import type { Bot } from '#shared/meetings/bots/rules/bot';
import type { RecorderKind } from '#shared/meetings/recorders/registry/rules/registry';
import type { RecorderCapabilities } from '#shared/meetings/recorders/rules/capabilities';

/** A recorder that may be asked for a bot. */
export interface Candidate {
  readonly name: string;
  readonly kind: RecorderKind;
  readonly capabilities: RecorderCapabilities;
}

/** What a bot asks of a recorder. */
export type Wanted = Pick<Bot, 'welcomeMessage' | 'choices'>;

type Required = 'on_command' | 'audio_only';
type Droppable = 'video' | 'welcome_message' | 'silence_alert' | 'language';

interface Chosen {
  readonly recordingStart?: Wanted['choices']['recordingStart'] | undefined;
  readonly recordingMode?: Wanted['choices']['recordingMode'] | undefined;
}

/** What people chose and a recorder must have, since a recording without it would be against their will. */
export function requiredOf({ recordingStart, recordingMode }: Chosen): readonly Required[] {
  return [
    ...(recordingStart === 'on_command' ? (['on_command'] as const) : []),
    ...(recordingMode === 'audio_only' ? (['audio_only'] as const) : []),
  ];
}

export const has = ({ onCommand, audioOnly }: RecorderCapabilities, required: Required): boolean =>
  required === 'on_command' ? onCommand : audioOnly;

/** Candidates that have all that is required, in the same order. */
export const serving = (candidates: readonly Candidate[], wanted: Wanted): readonly Candidate[] =>
  candidates.filter(({ capabilities }) => requiredOf(wanted.choices).every((one) => has(capabilities, one)));

/**
 * The candidate that lacks the least of what is wanted, among equals the first. A missing silence alert does not count:
 * it is on by default, and most recorders have none.
 */
export function chooseRecorder(candidates: readonly Candidate[], wanted: Wanted): Candidate | undefined {
  const counted = serving(candidates, wanted).map((candidate) => ({
    candidate,
    lacks: missingIn(candidate.capabilities, wanted).filter((one) => one !== 'silence_alert').length,
  }));
  const least = Math.min(...counted.map(({ lacks }) => lacks));
  return counted.find(({ lacks }) => lacks === least)?.candidate;
}

/** What is wanted and left out by this recorder. */
function missingIn(capabilities: RecorderCapabilities, { choices, welcomeMessage }: Wanted): readonly Droppable[] {
  return [
    ...(choices.recordingMode === 'audio_and_video' && !capabilities.video ? (['video'] as const) : []),
    ...(welcomeMessage !== null && !capabilities.welcomeMessage ? (['welcome_message'] as const) : []),
    ...(choices.silenceAlert && !capabilities.silenceAlert ? (['silence_alert'] as const) : []),
    ...(speaks(capabilities, choices.language) ? [] : (['language'] as const)),
  ];
}

const speaks = ({ languages }: RecorderCapabilities, language: string): boolean =>
  languages === 'any' || languages.includes(language) || languages.includes(language.split('-')[0] ?? '');

const LINES: Readonly<Record<Droppable, (name: string, wanted: Wanted) => string>> = {
  video: (name) => `${name} records no video: audio alone is recorded.`,
  welcome_message: (name) => `${name} posts no welcome message.`,
  silence_alert: (name) => `${name} posts no alert after a long silence.`,
  language: (name, { choices }) =>
    `${name} cannot be set to the language ${choices.language}: it detects the language.`,
};

/** A line for each thing that is left out, for the bot's `recorder_notes`. */
export const notesOn = ({ name, capabilities }: Candidate, wanted: Wanted): readonly string[] =>
  missingIn(capabilities, wanted).map((one) => LINES[one](name, wanted));

/** What the recorder is asked for: without what it cannot do. */
export function recorderRequestFor(
  bot: Bot,
  capabilities: RecorderCapabilities,
  { lobbySeconds }: { readonly lobbySeconds: number },
) {
  const missing = missingIn(capabilities, bot);
  const { id: botId, meetingUrl, botName, choices } = bot;
  return {
    botId,
    meetingUrl,
    botName,
    welcomeMessage: missing.includes('welcome_message') ? null : bot.welcomeMessage,
    mode: missing.includes('video') ? 'audio_only' : choices.recordingMode,
    start: choices.recordingStart,
    silenceAlert: choices.silenceAlert && !missing.includes('silence_alert'),
    language: missing.includes('language') ? 'auto' : choices.language,
    lobbySeconds,
  };
}

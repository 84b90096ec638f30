import { workspaces } from '#shared/accounts/workspaces/store';
import { loadBot } from '#shared/capture/bots/commands/load-bot';
import { saveTransition } from '#shared/capture/bots/commands/save-transition';
import { command } from '#shared/foundation/commands/command';
import type { CommandContext } from '#shared/foundation/commands/context';
import { requireUses } from '#shared/foundation/commands/take-uses';
import { decided } from '#shared/foundation/core/decision';
import type { ConversationId, WorkspaceId } from '#shared/foundation/core/ids';
import { isSame } from '#shared/foundation/core/json';
import { notFound, unauthorized, unprocessable } from '#shared/foundation/core/refusal';
import type { Loaded } from '#shared/foundation/core/store';
import type { Instant } from '#shared/foundation/core/time';
import type { Use } from '#shared/foundation/core/uses';
import type { Bot } from '#shared/meetings/bots/rules/bot';
import { recordBot } from '#shared/meetings/meetings/rules/record-bot';
import { shownRecording } from '#shared/meetings/meetings/rules/results-status';
import type { ResultsStorage, TranscriptFile } from '#shared/meetings/results/ports';
import { NO_TRANSCRIPT, type Transcript } from '#shared/meetings/results/rules/results';
import { storeText } from '#shared/texts/conversations/commands/store-text';
import { textFileOf } from '#shared/texts/conversations/ports';
import {
  type ConversationInMeeting,
  type ConversationWithMeeting,
  FIRST_REVISION,
  lengthOf,
  type OrderConversation,
  requireNotFailed,
} from '#shared/texts/conversations/rules/conversation';
import { textEtag } from '#shared/texts/conversations/rules/text-etag';
import {
  ALWAYS_FIT,
  mostCharacters,
  type TextBasis,
  textCharacters,
} from '#shared/texts/conversations/rules/text-size';
import { conversations, findInTrashToo, withMeeting } from '#shared/texts/conversations/store';
import { issuesAfter } from '#shared/texts/translation/rules/translation-issue';

export interface Correcting extends CommandContext {
  readonly results: Pick<ResultsStorage, 'transcript' | 'saveTranscript' | 'removeTranscript'>;
}

export interface Corrected {
  readonly transcript: Transcript;
  readonly found: ConversationWithMeeting;
}

/** What a correction is held to: the tag that the caller sent, and the rule that decides the new text. */
export interface Correction {
  /** Throws 428 or 412 unless the caller has read what is there now. */
  readonly requireRead: (etag: string) => void;
  /** Throws 422 for segments that do not fit into the audio. */
  readonly correct: (before: Transcript, lengthSeconds: number) => Transcript;
  /** Whether the caller corrects texts that people work on: admins and owners do. */
  readonly isEditor: boolean;
}

/**
 * Corrects the text of a conversation; 422 `too_long` for more characters than its audio or its source explains. It is stored as a file of its own, which the rows name from the transaction on:
 * of two corrections at once, the later is 412. The recognized text stays where it is.
 */
export const correctTranscript = command(
  async (context: Correcting, id: ConversationId, correction: Correction): Promise<Corrected> => {
    const { table, results } = context;
    const loaded = await conversations.find(table, id);
    const found = loaded && (await withMeeting(table, loaded.state));
    if (!loaded || !found) throw notFound('conversation');
    if (!found.meeting && found.conversation.state === 'locked' && !correction.isEditor) throw unauthorized();
    requireNotFailed(loaded.state);
    correction.requireRead(textEtag(found));
    const file = textFileOf(found);
    if (!file) throw notFound('transcript');
    const stored = (await results.transcript(file)) ?? NO_TRANSCRIPT;
    const transcript = correction.correct(stored, lengthOf(found) ?? 0);
    if (isSame(stored, transcript)) return { transcript, found };
    await requireFits(context, { found, file, stored, transcript });
    const revision = Buffer.from(context.randomBytes(10)).toString('hex');
    const changed = { revision, stored, transcript, at: context.clock.now() };
    // Before the text is stored, also that of one that loses to another correction: each stores a whole text.
    await requireUses(context, usesOf(context, loaded.state.workspaceId, changed));
    const saved = found.meeting
      ? await saveOfMeeting(context, { revision: loaded.revision, ...found }, changed)
      : await saveOfOrder(context, { revision: loaded.revision, state: found.conversation }, changed);
    return { transcript, found: saved };
  },
);

interface Sized {
  readonly found: ConversationWithMeeting;
  readonly file: TranscriptFile;
  readonly stored: Transcript;
  readonly transcript: Transcript;
}

/** Most corrections are small, and read nothing for it. */
async function requireFits(context: Correcting, { found, file, stored, transcript }: Sized): Promise<void> {
  const characters = textCharacters(transcript.segments);
  const present = textCharacters(stored.segments);
  if (characters <= Math.max(present, ALWAYS_FIT)) return;
  const origin = await originOf(context, found, { file, present });
  const most = mostCharacters({ seconds: lengthOf(found), present, origin });
  if (characters <= most) return;
  const message = `segments have ${characters} characters together: a text of this length has at most ${most}.`;
  throw unprocessable('segments', 'too_long', message);
}

/** The text that it was made from, else what was recognized. */
async function originOf(
  { table, results }: Correcting,
  { conversation, meeting }: ConversationWithMeeting,
  { file, present }: { readonly file: TranscriptFile; readonly present: number },
): Promise<TextBasis['origin']> {
  const charactersOf = async (of: TranscriptFile | undefined) => {
    const text = of && (await results.transcript(of));
    return text && textCharacters(text.segments);
  };
  if (meeting || conversation.sourceConversationId === null) {
    const recognized = recognizedFile(file);
    return { kind: 'recognized', characters: isSame(recognized, file) ? present : await charactersOf(recognized) };
  }
  const source = await findInTrashToo(table, conversation.sourceConversationId);
  const found = source && (await withMeeting(table, source.state));
  return { kind: 'source', characters: await charactersOf(found && textFileOf(found)) };
}

/** Where the text lies as it was before its first correction. */
const recognizedFile = (file: TranscriptFile): TranscriptFile =>
  'botId' in file ? { workspaceId: file.workspaceId, botId: file.botId } : { ...file, revision: FIRST_REVISION };

interface Changed {
  readonly revision: string;
  /** What was there before. */
  readonly stored: Transcript;
  readonly transcript: Transcript;
  readonly at: Instant;
}

const usesOf = ({ useOf }: Correcting, workspaceId: WorkspaceId, { transcript, at }: Changed): readonly Use[] => {
  const characters = textCharacters(transcript.segments);
  return [
    useOf('meeting_changes', workspaceId, at),
    ...(characters > 0 ? [useOf('corrected_characters', workspaceId, at, characters)] : []),
  ];
};

/** The bot and the meeting name the corrected file. */
async function saveOfMeeting(
  context: Correcting,
  { revision, conversation, meeting }: ConversationInMeeting & { readonly revision: number },
  { revision: correction, transcript, at }: Changed,
): Promise<ConversationWithMeeting> {
  const shown = shownRecording(meeting);
  if (!shown) throw new Error('A meeting with a transcript has no recording.');
  const loaded = await loadBot(context, shown.botId);
  const bot = withCorrection(loaded.bot.state, correction);
  const after = { ...conversation, updatedAt: at };
  const corrected = { conversation: after, meeting: recordBot(meeting, bot) };
  await storeText(context, { workspaceId: bot.workspaceId, botId: bot.id, correction }, transcript, () =>
    saveTransition(context, loaded, decided(bot), at, {
      writes: [conversations.put({ revision, state: conversation }, after)],
      events: [{ type: 'conversation.ready', conversation: corrected }],
    }),
  );
  return corrected;
}

/** The conversation itself names the corrected file. */
async function saveOfOrder(
  context: Correcting,
  before: Loaded<OrderConversation>,
  { revision, stored, transcript, at }: Changed,
): Promise<ConversationWithMeeting> {
  const { state } = before;
  if (!('text' in state)) throw new Error('A conversation without a text is corrected.');
  const { id: conversationId, workspaceId } = state;
  const workspace = await workspaces.find(context.table, workspaceId);
  const { issues: known, ...unchanged } = state;
  const issues = issuesAfter(known, stored.segments, transcript.segments);
  const after = { ...unchanged, ...(issues && { issues }), text: { ...state.text, revision }, updatedAt: at };
  const corrected = { conversation: after, meeting: null };
  await storeText(context, { workspaceId, conversationId, revision }, transcript, () =>
    context.changes.save({
      at,
      writes: [conversations.put(before, after)],
      events: [{ type: 'conversation.ready', conversation: corrected }],
      subscriptions: workspace?.state.endpoints ?? [],
      result: corrected,
    }),
  );
  return corrected;
}

/** The bot with its results naming the corrected transcript. */
function withCorrection(bot: Bot, correction: string): Bot {
  if (bot.status === 'processing' || bot.status === 'completed')
    return { ...bot, results: { ...bot.results, correction } };
  if (bot.status !== 'failed' || !bot.recorded) throw new Error('A bot with a transcript has no recording.');
  return { ...bot, recorded: { ...bot.recorded, results: { ...bot.recorded.results, correction } } };
}

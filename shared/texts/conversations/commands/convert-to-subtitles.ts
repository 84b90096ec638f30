import { workspaces } from '#shared/accounts/workspaces/store';
import { command } from '#shared/foundation/commands/command';
import type { CommandContext } from '#shared/foundation/commands/context';
import { requireUses } from '#shared/foundation/commands/take-uses';
import type { ConversationId, StyleGuideId } from '#shared/foundation/core/ids';
import { conflict, notFound, type Refusal, unauthorized, unprocessable } from '#shared/foundation/core/refusal';
import { type Loaded, LostRace } from '#shared/foundation/core/store';
import type { Table } from '#shared/foundation/core/table';
import type { Instant } from '#shared/foundation/core/time';
import type { ResultsStorage, TranscriptFile } from '#shared/meetings/results/ports';
import type { Transcript } from '#shared/meetings/results/rules/results';
import { storeText } from '#shared/texts/conversations/commands/store-text';
import { textFileOf } from '#shared/texts/conversations/ports';
import {
  type Conversation,
  type ConversationWithMeeting,
  whyWithoutText,
} from '#shared/texts/conversations/rules/conversation';
import { conversionBy, convertConversation, isSubtitles } from '#shared/texts/conversations/rules/convert-conversation';
import { mostCharacters, textCharacters } from '#shared/texts/conversations/rules/text-size';
import { conversations, conversationWrites, withMeeting } from '#shared/texts/conversations/store';
import { defaultStyleGuide, requireStyleGuide } from '#shared/texts/style-guides/commands/find-style-guide';
import { subtitleStyle } from '#shared/texts/style-guides/commands/subtitle-style';
import type { GuidedStyle } from '#shared/texts/style-guides/rules/style-guide';
import { convertToSubtitles } from '#shared/texts/subtitles/rules/convert-to-subtitles';

interface Converting extends CommandContext {
  readonly results: Pick<ResultsStorage, 'transcript' | 'saveTranscript' | 'removeTranscript'>;
}

interface Asked {
  /** Undefined for the default of the workspace. */
  readonly styleGuideId: StyleGuideId | undefined;
  /** Whether the caller may make subtitles where there are none: 401 otherwise. */
  readonly mayCreate: boolean;
  /** A `HEAD` makes none. */
  readonly isHead: boolean;
}

/** Of a conversation with more subtitles, those by the default style guide may take one more round trip. */
const READ_AHEAD = 8;

/** The meeting, the default style guide of the workspace where none is named, and the newest subtitles that it may be. */
export async function loadSubtitles(table: Table, source: Conversation, named: StyleGuideId | undefined) {
  const { workspaceId, conversions = [] } = source;
  const likely = conversions.filter(({ styleGuideId }) => named === undefined || styleGuideId === named);
  const [found, styleGuideId, subtitles] = await Promise.all([
    withMeeting(table, source),
    named ?? defaultStyleGuide(table, workspaceId, 'subtitles'),
    Promise.all(likely.slice(-READ_AHEAD).map(({ conversationId }) => conversations.find(table, conversationId))),
  ]);
  return { found, styleGuideId, subtitles: subtitles.flatMap((one) => one ?? []) };
}

/**
 * The subtitles of a conversation by a style guide, made by the first call; undefined where a `HEAD` would make them.
 * Subtitles are their own. 404 for a source that is gone, 409 without a text, 422 for an unknown style guide, and for subtitles that are too long. Of two
 * calls at once one makes them, since both would write the source.
 */
export const subtitlesOfConversation = command(
  async (context: Converting, id: ConversationId, asked: Asked): Promise<ConversationWithMeeting | undefined> => {
    const { table } = context;
    const before = await conversations.find(table, id);
    if (!before) throw notFound(conversations.noun);
    const { found, styleGuideId, subtitles } = await loadSubtitles(table, before.state, asked.styleGuideId);
    if (!found) throw notFound(conversations.noun);
    const { workspaceId } = before.state;
    if (asked.styleGuideId)
      await requireStyleGuide(table, { workspaceId, id: asked.styleGuideId, operation: 'subtitles' });
    const file = textFileOf(found);
    if (!file) throw conflict(whyWithoutText(before.state));
    if (isSubtitles(before.state)) return found;
    const made = await existing(table, conversionBy(before.state, styleGuideId), subtitles);
    if (made) return made;
    if (!asked.mayCreate) throw unauthorized();
    if (asked.isHead) return undefined;
    return convert(context, { before, found, file, by: await subtitleStyle(table, styleGuideId) });
  },
);

/** Subtitles in the trash are made anew. */
async function existing(
  table: Table,
  id: ConversationId | undefined,
  read: readonly Loaded<Conversation>[],
): Promise<ConversationWithMeeting | undefined> {
  const row = id && (read.find(({ state }) => state.id === id) ?? (await conversations.find(table, id)));
  return row && withMeeting(table, row.state);
}

interface Source {
  readonly before: Loaded<Conversation>;
  readonly found: ConversationWithMeeting;
  readonly file: TranscriptFile;
  readonly by: GuidedStyle;
}

async function convert(context: Converting, source: Source): Promise<ConversationWithMeeting> {
  const { clock, useOf, results } = context;
  const transcript = await results.transcript(source.file);
  // Deleted since the row was read: the next attempt finds no row.
  if (!transcript) throw new LostRace();
  const at = clock.now();
  // Before the work, which takes seconds of a long text: subtitles that are too long, or that another call made at the same
  // time, have cost as much.
  await requireUses(context, [useOf('subtitles', source.before.state.workspaceId, at)]);
  return makeSubtitles(context, { ...source, transcript }, at);
}

interface ReadSource extends Source {
  readonly transcript: Transcript;
}

async function makeSubtitles(
  { table, changes, results, ids }: Converting,
  { before, found, transcript, by }: ReadSource,
  at: Instant,
): Promise<ConversationWithMeeting> {
  const workspace = await workspaces.find(table, before.state.workspaceId);
  const { source, subtitles } = convertConversation(found, by, ids.make('con'), at);
  const { id: conversationId, workspaceId, text } = subtitles;
  const made = { conversation: subtitles, meeting: null };
  const converted = convertToSubtitles(transcript, by.style, text.durationSeconds);
  const refusal = whyTooLong(transcript, converted, text.durationSeconds);
  if (refusal) throw refusal;
  await storeText({ results }, { workspaceId, conversationId, revision: text.revision }, converted, () =>
    changes.save({
      at,
      writes: [
        conversationWrites([
          { before, after: source },
          { before: undefined, after: subtitles },
        ]),
      ],
      events: [{ type: 'conversation.ready', conversation: made }],
      subscriptions: workspace?.state.endpoints ?? [],
      result: made,
    }),
  );
  return made;
}

/** A style that names speakers repeats a name of a hundred characters in each cue of a word. */
function whyTooLong(source: Transcript, converted: Transcript, seconds: number | null): Refusal | undefined {
  const characters = textCharacters(source.segments);
  const most = mostCharacters({ seconds, present: characters, origin: { kind: 'source', characters } });
  if (textCharacters(converted.segments) <= most) return undefined;
  const message = `The subtitles have more than ${most} characters, with the names of the speakers.`;
  return unprocessable('style_guide_id', 'too_long', message);
}

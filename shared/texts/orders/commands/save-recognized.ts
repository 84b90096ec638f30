import type { CommandContext } from '#shared/foundation/commands/context';
import type { ResultsStorage } from '#shared/meetings/results/ports';
import type { Transcript } from '#shared/meetings/results/rules/results';
import { FIRST_REVISION } from '#shared/texts/conversations/rules/conversation';
import type { textOf } from '#shared/texts/orders/commands/operation-progress';
import type { Order } from '#shared/texts/orders/rules/order';
import { type StyleGuide, subtitleStyleOf } from '#shared/texts/style-guides/rules/style-guide';
import { styleGuides } from '#shared/texts/style-guides/store';
import { cleanTranscript } from '#shared/texts/subtitles/rules/clean-transcript';
import { convertToSubtitles } from '#shared/texts/subtitles/rules/convert-to-subtitles';
import { DEFAULT_STYLE, type SubtitleStyle } from '#shared/texts/subtitles/rules/style';

interface Context extends Pick<CommandContext, 'table'> {
  readonly results: Pick<ResultsStorage, 'saveTranscript'>;
}

interface Recognized {
  readonly order: Order;
  readonly of: ReturnType<typeof textOf>;
  readonly transcript: Transcript;
  /** Of the audio. */
  readonly durationSeconds: number;
}

/** The transcript that subtitles are made of, which is kept beside them. */
const RECOGNIZED = 'recognized';

/**
 * Saves the text that an order makes of a recognized transcript, by its style guide as it is now. Answers the style of
 * subtitles; undefined for any other text.
 */
export async function saveRecognized(
  { table, results }: Context,
  { order, of, transcript, durationSeconds }: Recognized,
): Promise<SubtitleStyle | undefined> {
  const guide = await guideOf({ table }, order);
  if (order.kind !== 'subtitles') {
    const text = guide ? cleanTranscript(transcript, guide.style) : transcript;
    await results.saveTranscript({ ...of, revision: FIRST_REVISION }, text);
    return undefined;
  }
  const style = guide?.operation === 'subtitles' ? subtitleStyleOf(guide) : DEFAULT_STYLE;
  await results.saveTranscript({ ...of, revision: RECOGNIZED }, transcript);
  await results.saveTranscript(
    { ...of, revision: FIRST_REVISION },
    convertToSubtitles(transcript, style, durationSeconds),
  );
  return style;
}

/** Undefined for an order without a style guide, and where it was deleted since. */
async function guideOf({ table }: Pick<Context, 'table'>, { styleGuideId }: Order): Promise<StyleGuide | undefined> {
  return styleGuideId === null ? undefined : (await styleGuides.find(table, styleGuideId))?.state;
}

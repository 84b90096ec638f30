import { endpointWith, ok } from '#shared/api/http/endpoint';
import type { StyleGuideId } from '#shared/foundation/core/ids';
import { mayAct } from '#shared/foundation/core/roles';
import { strippingResults } from '#shared/lifecycle/erasures/commands/stripping-results';
import { countedResults } from '#shared/meetings/results/load-results';
import { subtitlesOfConversation } from '#shared/texts/conversations/commands/convert-to-subtitles';
import { convertToSubtitlesContract } from '#shared/texts/conversations/contract';
import { presentConversation } from '#shared/texts/conversations/present';
import { conversations, withMeeting } from '#shared/texts/conversations/store';
import { defaultStyleGuide } from '#shared/texts/style-guides/commands/find-style-guide';
import { styleGuides } from '#shared/texts/style-guides/store';
import { find, type Named, type WithFiles } from './named-conversation.ts';

interface ConvertRequest extends Named {
  readonly query: { readonly style_guide_id?: StyleGuideId | undefined };
}

/** Of a conversation with more subtitles, those by the default style guide may take one more round trip. */
const READ_AHEAD = 8;

/** The meeting, the default style guide of the workspace where none is named, and the subtitles that there are. */
async function readSource(request: ConvertRequest): Promise<void> {
  const { table } = request.context;
  const source = await find(request);
  if (!source) return;
  const { style_guide_id: named } = request.query;
  const { workspaceId, conversions = [] } = source.state;
  const likely = conversions.filter(({ styleGuideId }) => named === undefined || styleGuideId === named);
  await Promise.all([
    withMeeting(table, source.state),
    named ?? defaultStyleGuide(table, workspaceId, 'subtitles'),
    ...likely.slice(-READ_AHEAD).map(({ conversationId }) => conversations.find(table, conversationId)),
  ]);
}

/** The style guide that is named. */
const readGuide = ({ context, query: { style_guide_id: id } }: ConvertRequest) =>
  id && styleGuides.find(context.table, id);

export const convertToSubtitles = endpointWith<WithFiles>()(convertToSubtitlesContract, {
  resource: find,
  early: (request) => [readSource(request), readGuide(request)],
  run: ({ context, resource, query: { style_guide_id: styleGuideId }, role, isHead }) =>
    subtitlesOfConversation({ ...context, results: strippingResults(context, countedResults(context)) })(
      resource.state.id,
      {
        styleGuideId,
        mayCreate: mayAct(role, 'participate'),
        isHead,
      },
    ),
  reply: (found) => ok(found && presentConversation(found)),
});

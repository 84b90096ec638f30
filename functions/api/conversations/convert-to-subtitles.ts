import { subtitlesOfConversation } from '#shared/conversations/commands/convert-to-subtitles';
import { convertToSubtitlesContract } from '#shared/conversations/contract';
import { presentConversation } from '#shared/conversations/present';
import { withMeeting } from '#shared/conversations/store';
import type { StyleGuideId } from '#shared/core/ids';
import { endpointWith, ok } from '#shared/http/endpoint';
import { resultsInFiles } from '#shared/results/load-results';
import { defaultSubtitleStyle } from '#shared/style-guides/commands/subtitle-style';
import { styleGuides } from '#shared/style-guides/store';
import { mayAct } from '#shared/workspaces/rules/workspace';
import { find, type Named, type WithFiles } from './named-conversation.ts';

interface ConvertRequest extends Named {
  readonly query: { readonly style_guide_id?: StyleGuideId | undefined };
}

/** The meeting, and the default style guide of the workspace where none is named. */
async function readSource(request: ConvertRequest): Promise<void> {
  const { table } = request.context;
  const source = await find(request);
  if (!source) return;
  await Promise.all([
    withMeeting(table, source.state),
    request.query.style_guide_id ?? defaultSubtitleStyle(table, source.state.workspaceId),
  ]);
}

/** The style guide that is named. */
const readGuide = ({ context, query: { style_guide_id: id } }: ConvertRequest) =>
  id && styleGuides.find(context.table, id);

export const convertToSubtitles = endpointWith<WithFiles>()(convertToSubtitlesContract, {
  resource: find,
  prefetch: (request) => [readSource(request), readGuide(request)],
  run: ({ context, resource, query: { style_guide_id: styleGuideId }, role, isHead }) =>
    subtitlesOfConversation({ ...context, results: resultsInFiles(context.files) })(resource.state.id, {
      styleGuideId,
      mayCreate: mayAct(role, 'participate'),
      isHead,
    }),
  reply: (found) => ok(found && presentConversation(found)),
});

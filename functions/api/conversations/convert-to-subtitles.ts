import { byFound } from '#shared/api/http/early';
import { endpointWith, ok } from '#shared/api/http/endpoint';
import type { StyleGuideId } from '#shared/foundation/core/ids';
import { mayAct } from '#shared/foundation/core/roles';
import { strippingResults } from '#shared/lifecycle/erasures/commands/stripping-results';
import { countedResults } from '#shared/meetings/results/load-results';
import { loadSubtitles, subtitlesOfConversation } from '#shared/texts/conversations/commands/convert-to-subtitles';
import { convertToSubtitlesContract } from '#shared/texts/conversations/contract';
import { presentConversation } from '#shared/texts/conversations/present';
import { styleGuides } from '#shared/texts/style-guides/store';
import { find, type Named, type WithFiles } from './named-conversation.ts';

interface ConvertRequest extends Named {
  readonly query: { readonly style_guide_id?: StyleGuideId | undefined };
}

const loadNamed = byFound(find, (table, source, { query }: ConvertRequest) =>
  loadSubtitles(table, source, query.style_guide_id),
);

/** The style guide that is named. */
const findGuide = ({ context, query: { style_guide_id: id } }: ConvertRequest) =>
  id && styleGuides.find(context.table, id);

export const convertToSubtitles = endpointWith<WithFiles>()(convertToSubtitlesContract, {
  resource: find,
  early: (request) => [...loadNamed(request), findGuide(request)],
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

import { operation } from '#shared/http/operation';
import { type Places, permitted } from '#shared/http/places';
import type { createTemplate } from '#shared/summaries/commands/create-template';
import { createSummaryTemplateContract } from '#shared/summaries/contract';
import { presentSummaryTemplate } from '#shared/summaries/present';
import type { SummaryTemplate } from '#shared/summaries/rules/summary-template';

interface Needs {
  readonly places: Places;
  readonly create: ReturnType<typeof createTemplate>;
  readonly baseUrl: string;
}

/** POST /summary_templates */
export const createSummaryTemplate = ({ places, create, baseUrl }: Needs) =>
  operation(createSummaryTemplateContract, {
    ahead: ({ userId, body }) => ({ place: places.named(userId, body.workspace_id) }),
    async run({ ahead, body: { name, instructions, sections }, once }) {
      const { workspace } = permitted(await ahead.place, 'administer');
      return once(
        (template: SummaryTemplate) => ({
          status: 201,
          body: presentSummaryTemplate(template),
          headers: { location: `${baseUrl}/summary_templates/${template.id}` },
        }),
        (keep) => create(workspace.state.id, { name, instructions, sections }, keep),
      );
    },
  });

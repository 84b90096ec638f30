import { createSummaryTemplateContract } from '#shared/api/contracts/summary-templates';
import { operation } from '#shared/api/operation';
import { type Places, permitted } from '#shared/api/places';
import { presentSummaryTemplate } from '#shared/api/resources/summary-templates';
import type { createTemplate } from '#shared/commands/summary-templates/create-template';
import type { SummaryTemplate } from '#shared/domain/summaries/summary-template';

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

import { deleteSummaryTemplateContract } from '#shared/api/contracts/summary-templates';
import { operation } from '#shared/api/operation';
import type { Places } from '#shared/api/places';
import { presentSummaryTemplate } from '#shared/api/resources/summary-templates';
import type { deleteTemplate } from '#shared/commands/summary-templates/delete-template';
import type { SummaryTemplateStore } from '#shared/ports/stores';
import { changeable, findOwn } from './own-template.ts';

interface Needs {
  readonly templates: SummaryTemplateStore;
  readonly places: Places;
  readonly remove: ReturnType<typeof deleteTemplate>;
}

/** DELETE /summary_templates/{id}: answers it once more, then it is gone. */
export const deleteSummaryTemplate = ({ templates, places, remove }: Needs) =>
  operation(deleteSummaryTemplateContract, {
    ahead: ({ params }) => ({ template: findOwn(templates, params.id) }),
    async run({ ahead, caller, params }) {
      const template = await changeable(places, caller.userId, params.id, ahead.template);
      return { status: 200, body: presentSummaryTemplate(await remove(template)) };
    },
  });

import type { SummaryTemplateStore } from '#shared/events/ports/stores';
import { operation } from '#shared/http/operation';
import type { Places } from '#shared/http/places';
import type { deleteTemplate } from '#shared/summaries/commands/delete-template';
import { deleteSummaryTemplateContract } from '#shared/summaries/contract';
import { presentSummaryTemplate } from '#shared/summaries/present';
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

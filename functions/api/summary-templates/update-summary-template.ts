import { updateSummaryTemplateContract } from '#shared/api/contracts/summary-templates';
import { operation } from '#shared/api/operation';
import type { Places } from '#shared/api/places';
import { presentSummaryTemplate } from '#shared/api/resources/summary-templates';
import type { updateTemplate } from '#shared/commands/summary-templates/update-template';
import type { SummaryTemplateStore } from '#shared/ports/stores';
import { changeable, findOwn } from './own-template.ts';

interface Needs {
  readonly templates: SummaryTemplateStore;
  readonly places: Places;
  readonly update: ReturnType<typeof updateTemplate>;
}

/** PATCH /summary_templates/{id}: the fields sent and no other. */
export const updateSummaryTemplate = ({ templates, places, update }: Needs) =>
  operation(updateSummaryTemplateContract, {
    ahead: ({ params }) => ({ template: findOwn(templates, params.id) }),
    async run({ ahead, caller, params, body: { name, instructions, sections } }) {
      const template = await changeable(places, caller.userId, params.id, ahead.template);
      return { status: 200, body: presentSummaryTemplate(await update(template, { name, instructions, sections })) };
    },
  });

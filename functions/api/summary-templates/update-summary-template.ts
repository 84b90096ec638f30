import type { SummaryTemplateStore } from '#shared/events/ports/stores';
import { operation } from '#shared/http/operation';
import type { Places } from '#shared/http/places';
import type { updateTemplate } from '#shared/summaries/commands/update-template';
import { updateSummaryTemplateContract } from '#shared/summaries/contract';
import { presentSummaryTemplate } from '#shared/summaries/present';
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

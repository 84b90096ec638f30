import { getSummaryTemplateContract } from '#shared/api/contracts/summary-templates';
import { operation } from '#shared/api/operation';
import { found, type Places } from '#shared/api/places';
import { presentBuiltInTemplate, presentSummaryTemplate } from '#shared/api/resources/summary-templates';
import { builtInTemplate } from '#shared/domain/summaries/templates';
import type { SummaryTemplateStore } from '#shared/ports/stores';
import { findOwn } from './own-template.ts';

interface Needs {
  readonly templates: SummaryTemplateStore;
  readonly places: Places;
}

/** GET /summary_templates/{id}: by id or slug. */
export const getSummaryTemplate = ({ templates, places }: Needs) =>
  operation(getSummaryTemplateContract, {
    ahead: ({ params }) => ({ template: findOwn(templates, params.id) }),
    async run({ ahead, caller, params }) {
      const builtIn = builtInTemplate(params.id);
      if (builtIn) return { status: 200, body: presentBuiltInTemplate(builtIn) };
      const { resource } = await found(places, caller.userId, ahead.template, 'summary template');
      return { status: 200, body: presentSummaryTemplate(resource.state) };
    },
  });

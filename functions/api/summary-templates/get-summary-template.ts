import type { SummaryTemplateStore } from '#shared/events/ports/stores';
import { operation } from '#shared/http/operation';
import { found, type Places } from '#shared/http/places';
import { getSummaryTemplateContract } from '#shared/summaries/contract';
import { presentBuiltInTemplate, presentSummaryTemplate } from '#shared/summaries/present';
import { builtInTemplate } from '#shared/summaries/rules/templates';
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

import { apiGroup } from '#shared/http/api-group';
import { createTemplate } from '#shared/summaries/commands/create-template';
import { deleteTemplate } from '#shared/summaries/commands/delete-template';
import { updateTemplate } from '#shared/summaries/commands/update-template';
import { summaryTemplateStore } from '#shared/summaries/store';
import { served } from '#shared/wiring/in-the-cloud';
import type { Surroundings } from '#shared/wiring/surroundings';
import { createSummaryTemplate } from './create-summary-template.ts';
import { deleteSummaryTemplate } from './delete-summary-template.ts';
import { getSummaryTemplate } from './get-summary-template.ts';
import { listSummaryTemplates } from './list-summary-templates.ts';
import { updateSummaryTemplate } from './update-summary-template.ts';

export function summaryTemplates(around: Surroundings) {
  const needs = { ...around, templates: summaryTemplateStore(around.table) };
  return apiGroup(
    around.edge,
    listSummaryTemplates(needs),
    createSummaryTemplate({ ...needs, create: createTemplate(needs) }),
    getSummaryTemplate(needs),
    updateSummaryTemplate({ ...needs, update: updateTemplate(needs) }),
    deleteSummaryTemplate({ ...needs, remove: deleteTemplate(needs) }),
  );
}

export const handler = served(summaryTemplates);

import { creating, removing, updating } from '#shared/commands/command';
import { createTemplate, type TemplatePatch, updateTemplate } from '#shared/summaries/rules/summary-template';
import { summaryTemplates } from '#shared/summaries/store';

export const addTemplate = creating(summaryTemplates, createTemplate);

/** Writes what was sent over the newest state; nothing new writes nothing. */
export const saveTemplate = updating(summaryTemplates, (template, _now, patch: TemplatePatch) => ({
  state: updateTemplate(template, patch),
}));

/** Settings and bots that name the template keep its id: their summaries fall back to the general template. */
export const deleteTemplate = removing(summaryTemplates);

import * as v from 'valibot';
import { isoOf } from '#shared/foundation/core/time';
import { dateTime, idText } from '#shared/foundation/http/response/wire';
import type { SummaryTemplate } from '#shared/meetings/summaries/rules/summary-template';
import type { BuiltInTemplate, TemplateSection } from '#shared/meetings/summaries/rules/templates';

export const SummaryTemplateBody = v.strictObject({
  /** `tpl_…`, or the slug of a built-in template: what settings and bots name it by. */
  id: v.string(),
  object: v.literal('summary_template'),
  /** Null for a built-in template, which every workspace has. */
  workspace_id: v.nullable(idText('wks')),
  built_in: v.boolean(),
  name: v.string(),
  instructions: v.string(),
  sections: v.array(v.strictObject({ key: v.string(), title: v.string(), instructions: v.string() })),
  created_at: v.nullable(dateTime),
  updated_at: v.nullable(dateTime),
});

export const presentSummaryTemplate = (template: SummaryTemplate) => ({
  id: template.id,
  object: 'summary_template',
  workspace_id: template.workspaceId,
  built_in: false,
  name: template.name,
  instructions: template.instructions,
  sections: template.sections.map(presentSection),
  created_at: isoOf(template.createdAt),
  updated_at: isoOf(template.updatedAt),
});

/** Built-in templates were always there, and say nothing beyond their sections. */
export const presentBuiltInTemplate = (template: BuiltInTemplate) => ({
  id: template.id,
  object: 'summary_template',
  workspace_id: null,
  built_in: true,
  name: template.title,
  instructions: '',
  sections: template.sections.map(presentSection),
  created_at: null,
  updated_at: null,
});

const presentSection = ({ key, title, instructions }: TemplateSection) => ({ key, title, instructions });

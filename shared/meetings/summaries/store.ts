import * as v from 'valibot';
import { entity } from '#shared/foundation/dynamodb/entity';
import { id, instant } from '#shared/foundation/dynamodb/row-parts';
import type { SummaryTemplate } from '#shared/meetings/summaries/rules/summary-template';

/** Summary templates of a workspace; built-in ones are constants. */
export const summaryTemplates = entity<SummaryTemplate>({
  noun: 'summary template',
  type: 'summary_template',
  prefix: 'tpl',
  list: 'TPL',
  schema: v.object({
    id: id('tpl'),
    workspaceId: id('wks'),
    name: v.string(),
    instructions: v.string(),
    sections: v.array(v.object({ key: v.string(), title: v.string(), instructions: v.string() })),
    createdAt: instant,
    updatedAt: instant,
  }),
});

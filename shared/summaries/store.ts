import * as v from 'valibot';
import type { Loaded, Saved } from '#shared/core/store';
import { unlessSavedSince } from '#shared/dynamodb/conditions';
import { listOf, resourceKey } from '#shared/dynamodb/keys';
import { pageOfKeys } from '#shared/dynamodb/paging';
import { id, instant } from '#shared/dynamodb/row-parts';
import { loaded } from '#shared/dynamodb/rows';
import { rowsOf } from '#shared/dynamodb/rows-of';
import type { Table, Write } from '#shared/dynamodb/table';
import type { SummaryTemplateStore } from '#shared/events/ports/stores';
import type { SummaryTemplate } from '#shared/summaries/rules/summary-template';

const TemplateRow: v.GenericSchema<unknown, SummaryTemplate> = v.object({
  id: id('tpl'),
  workspaceId: id('wks'),
  name: v.string(),
  instructions: v.string(),
  sections: v.array(v.object({ key: v.string(), title: v.string(), instructions: v.string() })),
  createdAt: instant,
  updatedAt: instant,
});

export const summaryTemplateStore = (table: Table): SummaryTemplateStore => ({
  find: async (template) => loaded(TemplateRow, await table.get(resourceKey(template))),

  async page(workspace, request) {
    const keys = await pageOfKeys(table, { index: 'list', partition: listOf.templates(workspace) }, request);
    return rowsOf(table, keys, TemplateRow);
  },
});

export const putSummaryTemplate = ({ before, after }: Saved<SummaryTemplate>): Write => ({
  put: {
    ...resourceKey(after.id),
    type: 'summary_template',
    revision: (before?.revision ?? 0) + 1,
    state: JSON.stringify(after),
    list_pk: listOf.templates(after.workspaceId),
    list_sk: after.id,
  },
  when: unlessSavedSince(before?.revision ?? 0),
});

export const removeSummaryTemplate = ({ revision, state }: Loaded<SummaryTemplate>): Write => ({
  remove: resourceKey(state.id),
  when: unlessSavedSince(revision),
});

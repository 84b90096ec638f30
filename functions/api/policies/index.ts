import { brandKitStore } from '#shared/brand-kits/store';
import { apiGroup } from '#shared/http/api-group';
import type { AppContext } from '#shared/http/ports/app-context';
import { memberStore } from '#shared/members/store';
import { updatePolicy as update } from '#shared/settings/commands/update-policy';
import { settingsStore } from '#shared/settings/store';
import { summaryTemplateStore } from '#shared/summaries/store';
import { served } from '#shared/wiring/in-the-cloud';
import { workspaceStore } from '#shared/workspaces/store';
import { getPolicy } from './get-policy.ts';
import { updatePolicy } from './update-policy.ts';

export function policies(context: AppContext) {
  const needs = {
    ...context,
    members: memberStore(context.table),
    settings: settingsStore(context.table),
    kits: brandKitStore(context.table),
    templates: summaryTemplateStore(context.table),
    workspaces: workspaceStore(context.table),
  };
  return apiGroup(context, getPolicy(needs), updatePolicy({ ...needs, update: update(needs) }));
}

export const handler = served(policies);

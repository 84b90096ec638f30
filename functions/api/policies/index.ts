import { brandKitStore } from '#shared/brand-kits/store';
import { apiGroup } from '#shared/http/api-group';
import { memberStore } from '#shared/members/store';
import { updatePolicy as update } from '#shared/settings/commands/update-policy';
import { settingsStore } from '#shared/settings/store';
import { summaryTemplateStore } from '#shared/summaries/store';
import { served } from '#shared/wiring/in-the-cloud';
import type { Surroundings } from '#shared/wiring/surroundings';
import { workspaceStore } from '#shared/workspaces/store';
import { getPolicy } from './get-policy.ts';
import { updatePolicy } from './update-policy.ts';

export function policies(around: Surroundings) {
  const needs = {
    ...around,
    members: memberStore(around.table),
    settings: settingsStore(around.table),
    kits: brandKitStore(around.table),
    templates: summaryTemplateStore(around.table),
    workspaces: workspaceStore(around.table),
  };
  return apiGroup(around.edge, getPolicy(needs), updatePolicy({ ...needs, update: update(needs) }));
}

export const handler = served(policies);

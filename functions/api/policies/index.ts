import { apiGroup } from '#shared/api/api-group';
import { updatePolicy as update } from '#shared/commands/settings/update-policy';
import { brandKitStore } from '#shared/storage/brand-kits';
import { memberStore } from '#shared/storage/members';
import { settingsStore } from '#shared/storage/settings';
import { summaryTemplateStore } from '#shared/storage/summary-templates';
import { workspaceStore } from '#shared/storage/workspaces';
import { served } from '#shared/wiring/in-the-cloud';
import type { Surroundings } from '#shared/wiring/surroundings';
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

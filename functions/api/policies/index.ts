import { apiGroup } from '#shared/api/api-group';
import { memberStore } from '#shared/storage/members';
import { settingsStore } from '#shared/storage/settings';
import { served } from '#shared/wiring/in-the-cloud';
import type { Surroundings } from '#shared/wiring/surroundings';
import { getPolicy } from './get-policy.ts';

export function policies(around: Surroundings) {
  const needs = { ...around, members: memberStore(around.table), settings: settingsStore(around.table) };
  return apiGroup(around.edge, getPolicy(needs));
}

export const handler = served(policies);

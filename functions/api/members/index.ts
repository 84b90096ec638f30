import { apiGroup } from '#shared/http/api-group';
import { createMember as create } from '#shared/members/commands/create-member';
import { removeMember as remove } from '#shared/members/commands/remove-member';
import { updateMember as update } from '#shared/members/commands/update-member';
import { memberStore } from '#shared/members/store';
import { settingsStore } from '#shared/settings/store';
import { served } from '#shared/wiring/in-the-cloud';
import type { Surroundings } from '#shared/wiring/surroundings';
import { createMember } from './create-member.ts';
import { getMember } from './get-member.ts';
import { listMembers } from './list-members.ts';
import { removeMember } from './remove-member.ts';
import { updateMember } from './update-member.ts';

export function members(around: Surroundings) {
  const needs = { ...around, members: memberStore(around.table), settings: settingsStore(around.table) };
  return apiGroup(
    around.edge,
    listMembers(needs),
    getMember(needs),
    createMember({ ...needs, create: create(needs) }),
    updateMember({ ...needs, update: update(needs) }),
    removeMember({ ...needs, remove: remove(needs) }),
  );
}

export const handler = served(members);

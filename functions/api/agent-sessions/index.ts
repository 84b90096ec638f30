import { apiGroup } from '#shared/api/api-group';
import { exchangeCode } from '#shared/commands/agent-sessions/exchange-code';
import { handoffCodes } from '#shared/providers/handoff-codes';
import { handoffStore } from '#shared/storage/handoffs';
import { userStore } from '#shared/storage/users';
import { workspaceStore } from '#shared/storage/workspaces';
import { served } from '#shared/wiring/in-the-cloud';
import type { Surroundings } from '#shared/wiring/surroundings';
import { createAgentSession } from './create-agent-session.ts';

export function agentSessions(around: Surroundings) {
  const needs = {
    ...around,
    codes: handoffCodes(around),
    handoffs: handoffStore(around.table),
    users: userStore(around.table),
    workspaces: workspaceStore(around.table),
  };
  return apiGroup(around.edge, createAgentSession({ ...needs, exchange: exchangeCode(needs) }));
}

export const handler = served(agentSessions);

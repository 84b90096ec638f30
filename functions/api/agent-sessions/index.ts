import { exchangeCode } from '#shared/agent-sessions/commands/exchange-code';
import { handoffCodes } from '#shared/agent-sessions/handoff-codes';
import { handoffStore } from '#shared/agent-sessions/store';
import { apiGroup } from '#shared/http/api-group';
import { userStore } from '#shared/identity/store';
import { served } from '#shared/wiring/in-the-cloud';
import type { Surroundings } from '#shared/wiring/surroundings';
import { workspaceStore } from '#shared/workspaces/store';
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

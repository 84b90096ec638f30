import { exchangeCode } from '#shared/agent-sessions/commands/exchange-code';
import { handoffCodes } from '#shared/agent-sessions/handoff-codes';
import { handoffStore } from '#shared/agent-sessions/store';
import { apiGroup } from '#shared/http/api-group';
import type { AppContext } from '#shared/http/ports/app-context';
import { userStore } from '#shared/identity/store';
import { served } from '#shared/wiring/in-the-cloud';
import { workspaceStore } from '#shared/workspaces/store';
import { createAgentSession } from './create-agent-session.ts';

export function agentSessions(context: AppContext) {
  const needs = {
    ...context,
    codes: handoffCodes(context),
    handoffs: handoffStore(context.table),
    users: userStore(context.table),
    workspaces: workspaceStore(context.table),
  };
  return apiGroup(context, createAgentSession({ ...needs, exchange: exchangeCode(needs) }));
}

export const handler = served(agentSessions);

import {
  botOfAll,
  botOfAllUse,
  botsOfAllSentence,
  furtherBotsSentence,
  furtherBotUse,
} from '#shared/accounts/usage/rules/sent-bots';
import { monthOf } from '#shared/accounts/usage/rules/usage';
import {
  isBeyondLimits,
  isUsedUp,
  type LimitUse,
  limitSentence,
  limitsOfBots,
  limitUses,
  type PaidKind,
} from '#shared/accounts/usage/rules/usage-limits';
import { amountsOf, usageMonth } from '#shared/accounts/usage/store';
import { hasNoRoom } from '#shared/accounts/usage/used-up-store';
import type { Workspace } from '#shared/accounts/workspaces/rules/workspace';
import { workspaces } from '#shared/accounts/workspaces/store';
import type { CommandContext } from '#shared/foundation/commands/context';
import type { WorkspaceId } from '#shared/foundation/core/ids';
import { forbidden, type Refusal } from '#shared/foundation/core/refusal';
import type { Table } from '#shared/foundation/core/table';
import { type Instant, utcDateOf } from '#shared/foundation/core/time';

/**
 * Refuses a bot for a moment in whose month a limit of the workspace is used up, or that of its founder for further ones,
 * or in whose day that of all workspaces is: 403. Whether one of the workspace is, the workspace says; its counter is read
 * for the message of a refusal alone.
 */
export async function refuseBeyondLimits(
  context: Pick<CommandContext, 'table' | 'useOf' | 'reportLimit'>,
  workspace: Workspace,
  at: Instant,
): Promise<void> {
  if (isBeyondLimits(workspace, at)) throw await beyondLimits(context.table, workspace, at, limitsOfBots);
  const why = await beyondShared(context, workspace, at);
  if (why !== undefined) throw forbidden('plan_upgrade_required', why);
}

/** What `refuseBeyondLimits` reads that needs no workspace: a request starts it with the read of its key. */
export const readLimitOfDeployment = (
  { table, useOf }: Pick<CommandContext, 'table' | 'useOf'>,
  at: Instant,
): Promise<unknown> => hasNoRoom(table, [botOfAll(useOf, at)]);

/** That a limit which a workspace shares with others is used up for a bot, as a sentence. */
export async function beyondShared(
  context: Pick<CommandContext, 'table' | 'useOf' | 'reportLimit'>,
  workspace: Workspace,
  at: Instant,
): Promise<string | undefined> {
  const [ofFounder, ofAll] = await Promise.all([
    beyondFounder(context, workspace, at),
    beyondDeployment(context, workspace, at),
  ]);
  return ofFounder ?? ofAll;
}

/** The sentence that all bots of the day were sent. A log line reports it to the operator. */
async function beyondDeployment(
  { table, useOf, reportLimit }: Pick<CommandContext, 'table' | 'useOf' | 'reportLimit'>,
  workspace: Workspace,
  at: Instant,
): Promise<string | undefined> {
  const ofAll = botOfAllUse(useOf, workspace, at);
  if (!ofAll || !(await hasNoRoom(table, [ofAll]))) return undefined;
  reportLimit?.(ofAll.limit);
  return botsOfAllSentence(ofAll);
}

/** That the founder of a further workspace has sent all bots of such workspaces, as a sentence. */
export async function beyondFounder(
  { table, useOf }: Pick<CommandContext, 'table' | 'useOf'>,
  workspace: Workspace,
  at: Instant,
): Promise<string | undefined> {
  const ofFounder = furtherBotUse(useOf, workspace, at);
  return ofFounder && (await hasNoRoom(table, [ofFounder])) ? furtherBotsSentence(ofFounder) : undefined;
}

/** Refuses paid work whose limit is used up now: 403. It is limited again where the work is done. */
export async function refusePaidWork(
  { table, clock }: Pick<CommandContext, 'table' | 'clock'>,
  workspaceId: WorkspaceId,
  kind: PaidKind,
): Promise<void> {
  const at = clock.now();
  const workspace = await workspaces.find(table, workspaceId);
  if (!workspace || !isUsedUp(workspace.state, kind, at)) return;
  throw await beyondLimits(table, workspace.state, at, (uses) => uses.filter((use) => use.kind === kind));
}

async function beyondLimits(
  table: Table,
  workspace: Workspace,
  at: Instant,
  among: (uses: readonly LimitUse[]) => readonly LimitUse[],
): Promise<Refusal> {
  const month = monthOf(utcDateOf(at));
  const amounts = amountsOf((await usageMonth(table, workspace.id, month)).counts);
  const said = among(limitUses(workspace, month, amounts)).map(limitSentence);
  // The limit may have been raised since the workspace was read.
  return forbidden('plan_upgrade_required', said.join(' ') || 'A usage limit of the workspace is reached.');
}

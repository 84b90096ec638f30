import type { Workspace } from '#shared/accounts/workspaces/rules/workspace';
import type { BotRunContext } from '#shared/capture/bots/commands/bot-work';
import type { CommandContext } from '#shared/foundation/commands/context';
import type { Instant } from '#shared/foundation/core/time';
import type { Bot } from '#shared/meetings/bots/rules/bot';
import { type Candidate, chooseRecorder, serving, type Wanted } from '#shared/meetings/bots/rules/choose-recorder';
import { platformOf } from '#shared/meetings/meetings/rules/read-link';
import type { RecorderCatalog } from '#shared/meetings/recorders/registry/ports';
import { type RecorderRegistry, recordersFor } from '#shared/meetings/recorders/registry/rules/registry';
import {
  afterFailure,
  afterNeutral,
  CLOSED,
  circuitAt,
  onTrial,
} from '#shared/meetings/recorders/rules/circuit-breaker';
import { circuitBreakers } from '#shared/meetings/recorders/store';

/** A recorder that did not take the bot in this round, and why. */
export interface UnavailableRecorder {
  readonly name: string;
  /** The end of a sentence: `is full`. */
  readonly why: string;
}

/** No recorder can be asked now. `isFinal`: nor later. */
export interface NoRecorder {
  readonly why: string;
  readonly isFinal: boolean;
}

type Reading = Pick<CommandContext, 'table'>;

/** The recorders that may be asked for a call, in order. */
export function candidatesFor(
  registry: RecorderRegistry,
  { capabilities }: RecorderCatalog,
  workspace: Workspace,
  meetingUrl: string,
): readonly Candidate[] {
  const platform = platformOf(meetingUrl);
  return recordersFor(registry, platform, workspace.recorders).flatMap(({ name, kind }) => {
    const able = capabilities[kind];
    return platform && able.platforms.includes(platform) ? [{ name, kind, capabilities: able }] : [];
  });
}

const MAY_HAVE_IT = 'did not say whether it has the bot';

/**
 * The recorder to ask next for a bot: one that serves what was chosen, was not tried, passed or passed over, and whose
 * circuit is closed. One whose circuit is half open is picked for one bot alone.
 */
export async function pickRecorder(
  context: BotRunContext,
  bot: Wanted & Pick<Bot, 'meetingUrl' | 'recordersTried' | 'passedOver'>,
  workspace: Workspace,
  passed: readonly UnavailableRecorder[],
  now: Instant,
): Promise<Candidate | NoRecorder> {
  const ordered = candidatesFor(context.registry, context.recorders, workspace, bot.meetingUrl);
  if (ordered.length === 0) return { why: 'No recorder is set up for this platform.', isFinal: true };
  const able = serving(ordered, bot);
  if (able.length === 0) return { why: 'No recorder can record as it was chosen.', isFinal: true };
  const untried = able.filter(({ name }) => !bot.recordersTried?.includes(name));
  if (untried.length === 0) return { why: 'Every recorder failed before it recorded.', isFinal: true };
  const unavailable = [...passed, ...(bot.passedOver ?? []).map(({ name }) => ({ name, why: MAY_HAVE_IT }))];
  const left = untried.filter(({ name }) => !unavailable.some((one) => one.name === name));
  return (await firstAvailable(context, left, bot, now)) ?? { why: sentence(untried, unavailable), isFinal: false };
}

/** Whether a recorder is left that serves the bot and was not tried, whatever its circuit. */
export function isAnotherLeft(
  context: Pick<BotRunContext, 'registry' | 'recorders'>,
  bot: Wanted & Pick<Bot, 'meetingUrl' | 'recordersTried'>,
  workspace: Workspace,
): boolean {
  const able = serving(candidatesFor(context.registry, context.recorders, workspace, bot.meetingUrl), bot);
  return able.some(({ name }) => !bot.recordersTried?.includes(name));
}

async function firstAvailable(
  context: Reading,
  left: readonly Candidate[],
  wanted: Wanted,
  now: Instant,
): Promise<Candidate | undefined> {
  const candidate = chooseRecorder(left, wanted);
  if (!candidate) return undefined;
  if (await isAvailable(context, candidate.name, now)) return candidate;
  return firstAvailable(
    context,
    left.filter(({ name }) => name !== candidate.name),
    wanted,
    now,
  );
}

/** Of several bots at a half-open circuit, the one whose write is saved tries the recorder. */
async function isAvailable({ table }: Reading, name: string, now: Instant): Promise<boolean> {
  const circuit = await circuitBreakers.find(table, name);
  const state = circuitAt(circuit?.state ?? CLOSED, now);
  if (state !== 'half_open' || !circuit) return state === 'closed';
  return circuitBreakers.save(table, name, circuit, onTrial(circuit.state, now));
}

const sentence = (untried: readonly Candidate[], passed: readonly UnavailableRecorder[]): string => {
  const reasons = untried.map(
    ({ name }) => `${name} ${passed.find((one) => one.name === name)?.why ?? 'gets no bot for a while after failures'}`,
  );
  return `No recorder took the bot: ${reasons.join('; ')}.`;
};

/**
 * Counts a failure of a recorder, and reports its circuit where it is open then: also of a bot on trial, and of bots that
 * the recorder was asked for before it opened. Of two failures at once one may be lost: the next counts.
 */
export async function countFailure(
  { table, faults }: Pick<BotRunContext, 'table' | 'faults'>,
  name: string,
  now: Instant,
): Promise<void> {
  const circuit = await circuitBreakers.find(table, name);
  const before = circuit?.state ?? CLOSED;
  const after = afterFailure(before, now);
  const isCounted = after === before || (await circuitBreakers.save(table, name, circuit, after));
  if (isCounted && after.openUntil !== null) faults.report('circuit_open', name);
}

/** A recorder that failed before does well again. */
export async function countSuccess({ table }: Reading, name: string): Promise<void> {
  const circuit = await circuitBreakers.find(table, name);
  if (circuit && circuit.state.failures > 0) await circuitBreakers.save(table, name, circuit, CLOSED);
}

/** A recorder answered, and what it answered says nothing of whether it records: a bot on trial is followed by another. */
export async function countNeutral({ table }: Reading, name: string, now: Instant): Promise<void> {
  const circuit = await circuitBreakers.find(table, name);
  if (!circuit) return;
  const after = afterNeutral(circuit.state, now);
  if (after !== circuit.state) await circuitBreakers.save(table, name, circuit, after);
}

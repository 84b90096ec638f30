import type { Clock } from '#shared/foundation/core/clock';
import type { Instant } from '#shared/foundation/core/time';
import type { Bot } from '#shared/meetings/bots/rules/bot';
import { atRecorder, settlesAt } from '#shared/meetings/bots/rules/bot-recorder';
import type { Recorders } from '#shared/meetings/recorders/registry/ports';

interface Needs {
  readonly recorders: Pick<Recorders, 'named'>;
  readonly clock: Clock;
}

/**
 * Takes a bot that has ended here out of its call: a cancelled one with all that it has, a failed one without deleting
 * what it recorded. `lookAgainAt` where a request to create it may still take effect. Throws when the recorder is out of
 * reach.
 */
export async function releaseBot(
  { recorders, clock }: Needs,
  bot: Bot,
): Promise<'done' | { readonly lookAgainAt: Instant }> {
  const { recorder } = bot;
  if (!recorder) return 'done';
  const remote = await recorders.named(recorder.name);
  const known = atRecorder(bot);
  const found = known ?? (await remote.find({ botId: bot.id, meetingUrl: bot.meetingUrl }));
  if (!found) return clock.now() < settlesAt(recorder) ? { lookAgainAt: settlesAt(recorder) } : 'done';
  const remoteBot = { botId: bot.id, externalId: found.externalId };
  if (bot.status === 'cancelled') await remote.cancel(remoteBot);
  else await remote.leave(remoteBot);
  return 'done';
}

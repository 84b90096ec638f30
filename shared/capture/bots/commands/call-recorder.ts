import type { BotRunContext } from '#shared/capture/bots/commands/bot-work';
import { countFailure, countNeutral } from '#shared/capture/bots/commands/pick-recorder';
import { isRecorderOutage, type Recorder, type RecorderOutage } from '#shared/meetings/recorders/ports';

/** What a recorder answered, or how it failed to. */
type Called<Answer> = { readonly answer: Answer } | { readonly outage: RecorderOutage };

type Call<Answer> = (remote: Recorder) => Promise<Answer>;

/** Calls a recorder of the registry. */
export async function tryRecorder<Answer>(
  { recorders, registry }: Pick<BotRunContext, 'recorders' | 'registry'>,
  name: string,
  call: Call<Answer>,
): Promise<Called<Answer>> {
  try {
    return { answer: await call(await recorders.named(name, registry)) };
  } catch (outage) {
    if (isRecorderOutage(outage)) return { outage };
    throw outage;
  }
}

/** By which a recorder says that it is asked too often: no room, as `full` is, and the bots of one tenant may cause it. */
const TOO_MANY_REQUESTS = 429;

/** Calls a recorder about a bot that is to join: where it fails, that counts against it. */
export async function callRecorder<Answer>(
  context: BotRunContext,
  name: string,
  call: Call<Answer>,
): Promise<Called<Answer>> {
  const called = await tryRecorder(context, name, call);
  if (!('outage' in called)) return called;
  const count = called.outage.status === TOO_MANY_REQUESTS ? countNeutral : countFailure;
  await count(context, name, context.clock.now());
  return called;
}

import type { writeLog } from '#shared/foundation/platform/log';
import { isRecorderOutage, type Recorder, type SendResult } from '#shared/meetings/recorders/ports';
import type { Recorders } from '#shared/meetings/recorders/registry/ports';

interface Needs {
  /** The function that calls the recorders. */
  readonly worker: string;
  readonly log: typeof writeLog;
}

type Calls = Omit<Recorder, 'verifyHint'>;

/** What every call says of its bot: an order, or a bot at its recorder. */
type Named = { readonly botId: string };

/** Writes a line for each call that a recorder refuses or does not answer, with the recorder, the bot and the status. */
export function loggingRecorders<Of extends Pick<Recorders, 'named'>>(recorders: Of, { worker, log }: Needs): Of {
  const line = (recorder: string, botId: string, call: string, fields: Readonly<Record<string, unknown>>) =>
    log({ message: 'recorder call failed', worker, recorder, botId, call, ...fields }, 'WARN');
  const named: Of['named'] = async (name, among) => {
    const recorder = await recorders.named(name, among);
    const logged =
      <Input extends readonly [Named, ...unknown[]], Answer>(
        call: keyof Calls,
        ask: (...input: Input) => Promise<Answer>,
      ) =>
      async (...input: Input): Promise<Answer> => {
        const [{ botId }] = input;
        try {
          return await ask(...input);
        } catch (error) {
          if (isRecorderOutage(error))
            line(name, botId, call, { effect: error.effect, status: error.status, why: error.message });
          throw error;
        }
      };
    const send = logged('send', (order: Parameters<Recorder['send']>[0]) => recorder.send(order));
    const calls: Calls = {
      async send(order) {
        const result = await send(order);
        if (result.outcome === 'refused') line(name, order.botId, 'send', refusalIn(result));
        return result;
      },
      find: logged('find', (order: Parameters<Recorder['find']>[0]) => recorder.find(order)),
      observe: logged('observe', (bot: Parameters<Recorder['observe']>[0]) => recorder.observe(bot)),
      leave: logged('leave', (bot: Parameters<Recorder['leave']>[0]) => recorder.leave(bot)),
      cancel: logged('cancel', (bot: Parameters<Recorder['cancel']>[0]) => recorder.cancel(bot)),
      deleteData: logged('deleteData', (bot: Parameters<Recorder['deleteData']>[0]) => recorder.deleteData(bot)),
      openMedia: logged('openMedia', (...input: Parameters<Recorder['openMedia']>) => recorder.openMedia(...input)),
      transcript: logged('transcript', (bot: Parameters<Recorder['transcript']>[0]) => recorder.transcript(bot)),
      speakerTimeline: logged('speakerTimeline', (bot: Parameters<Recorder['speakerTimeline']>[0]) =>
        recorder.speakerTimeline(bot),
      ),
      liveLines: logged('liveLines', (bot: Parameters<Recorder['liveLines']>[0]) => recorder.liveLines(bot)),
    };
    return { ...recorder, ...calls };
  };
  return { ...recorders, named };
}

const refusalIn = ({ refusal, nativeCode }: Extract<SendResult, { outcome: 'refused' }>) => ({
  effect: 'none',
  refusal,
  nativeCode,
});

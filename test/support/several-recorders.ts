import {
  type AcceptedBot,
  type Recorder,
  RecorderUnreachable,
  type SendResult,
} from '#shared/meetings/recorders/ports';
import type { Recorders } from '#shared/meetings/recorders/registry/ports';
import type { RecorderKind, RecorderRegistry } from '#shared/meetings/recorders/registry/rules/registry';
import { SIMULATED } from '#shared/wiring/recorder-kinds';
import { fakeRecorder } from './fake-recorder.ts';

/** A fake recorder that may refuse bots, or lose its answers. */
function anUnreliableRecorder() {
  const { recorder: plain, ...hand } = fakeRecorder();
  const answers = {
    refusal: undefined as SendResult | undefined,
    /** It takes the bot, and its answer is lost. */
    lost: false,
    /** Of the request to create a bot; nothing is created. */
    error: undefined as Error | undefined,
    /** Of the search for a bot. */
    findError: undefined as Error | undefined,
  };
  const recorder: Recorder = {
    ...plain,
    async send(order): Promise<SendResult> {
      if (answers.refusal) return answers.refusal;
      if (answers.error) throw answers.error;
      const accepted = await plain.send(order);
      if (answers.lost) throw new RecorderUnreachable('No answer came.');
      return accepted;
    },
    async find(order): Promise<AcceptedBot | undefined> {
      if (answers.findError) throw answers.findError;
      return plain.find(order);
    },
  };
  return { ...hand, answers, recorder };
}

/** A deployment with these recorders, each asked for Meet calls in the given order. */
export function severalRecorders(given: Readonly<Record<string, RecorderKind>>) {
  const names = Object.keys(given);
  const byName = Object.fromEntries(names.map((name) => [name, anUnreliableRecorder()]));
  const initial: RecorderRegistry = {
    recorders: Object.entries(given).map(([name, kind]) => ({ name, kind, baseUrl: '', sealed: '' })),
    order: { meet: names, zoom: [], teams: [] },
  };
  const the = (name: string) => {
    const found = byName[name];
    if (!found) throw new RecorderUnreachable(`There is no recorder ${name}.`, 'none');
    return found;
  };
  const recorders: Recorders = { ...SIMULATED, initial, named: async (name) => the(name).recorder };
  return { recorders, the };
}

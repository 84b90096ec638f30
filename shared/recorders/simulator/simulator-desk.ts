import { RecorderUnreachable } from '#shared/recorders/ports/recorder';
import { type DeskAnswer, RecorderBroke, type RecorderDesk } from '#shared/recorders/ports/recorder-desk';
import { middleGroupOf } from '#shared/recorders/simulator/scenario';

const ANSWERS: Readonly<Record<string, () => DeskAnswer>> = {
  full: () => 'full',
  deny: () => 'refused',
  oops: () => {
    throw new RecorderBroke();
  },
  down: () => {
    throw new RecorderUnreachable();
  },
};

/** The middle group of a Meet link picks what the desk says, as it picks how the call goes; all other links are welcome. */
export const simulatorDesk: RecorderDesk = {
  async ask(meetingUrl) {
    const group = middleGroupOf(meetingUrl) ?? '';
    return Object.hasOwn(ANSWERS, group) && ANSWERS[group] ? ANSWERS[group]() : 'welcome';
  },
};

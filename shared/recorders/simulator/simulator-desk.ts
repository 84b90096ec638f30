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

/** The availability of the simulated recorder. The middle group of a Meet code selects it; all other links are accepted. */
export const simulatorDesk: RecorderDesk = {
  async ask(meetingUrl) {
    const group = middleGroupOf(meetingUrl) ?? '';
    return Object.hasOwn(ANSWERS, group) && ANSWERS[group] ? ANSWERS[group]() : 'welcome';
  },
};

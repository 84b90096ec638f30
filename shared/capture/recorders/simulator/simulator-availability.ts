import { middleGroupOf } from '#shared/capture/recorders/simulator/call-timeline';
import { InvalidRecorderAnswer, RecorderUnreachable } from '#shared/meetings/recorders/ports';
import type { Availability, RecorderAvailability } from '#shared/meetings/recorders/registry/ports';

const ANSWERS: Readonly<Record<string, () => Availability>> = {
  full: () => 'full',
  deny: () => 'refused',
  oops: () => {
    throw new InvalidRecorderAnswer();
  },
  down: () => {
    throw new RecorderUnreachable();
  },
};

/**
 * The simulator alone can be asked: the middle group of a Meet link picks the answer, as it picks how the call goes; all
 * other links are accepted.
 */
export const simulatorAvailability: RecorderAvailability = {
  async check(kind, meetingUrl) {
    const group = kind === 'simulator' ? (middleGroupOf(meetingUrl) ?? '') : '';
    return Object.hasOwn(ANSWERS, group) && ANSWERS[group] ? ANSWERS[group]() : 'accepted';
  },
};

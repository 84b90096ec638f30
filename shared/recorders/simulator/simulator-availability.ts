import {
  type Availability,
  InvalidRecorderAnswer,
  type RecorderAvailability,
  RecorderUnreachable,
} from '#shared/recorders/ports';
import { middleGroupOf } from '#shared/recorders/simulator/plot';

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

/** The middle group of a Meet link picks the answer, as it picks how the call goes; all other links are accepted. */
export const simulatorAvailability: RecorderAvailability = {
  async check(meetingUrl) {
    const group = middleGroupOf(meetingUrl) ?? '';
    return Object.hasOwn(ANSWERS, group) && ANSWERS[group] ? ANSWERS[group]() : 'accepted';
  },
};

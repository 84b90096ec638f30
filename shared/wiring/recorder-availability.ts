import { requiredEnv } from '#shared/platform/environment';
import type { RecorderAvailability } from '#shared/recorders/ports/recorder-availability';
import { simulatorAvailability } from '#shared/recorders/simulator/simulator-availability';

/** Availability of the recorder that this deployment names. The name is read on the first call: few endpoints need it. */
export const recorderAvailabilityGiven = (): RecorderAvailability => ({
  check: async (meetingUrl) => availabilityOf(requiredEnv('recorder')).check(meetingUrl),
});

/** The simulator is the only one there is an adapter for. */
function availabilityOf(name: string): RecorderAvailability {
  if (name !== 'simulator') throw new Error(`There is no adapter for a recorder called ${name}.`);
  return simulatorAvailability;
}

import { given } from '#shared/platform/environment';
import type { RecorderDesk } from '#shared/recorders/ports/recorder-desk';
import { simulatorDesk } from '#shared/recorders/simulator/simulator-desk';

/** The desk of the recorder that this deployment names, looked up when it is first asked: most endpoints never do. */
export const recorderDeskGiven = (): RecorderDesk => ({
  ask: async (meetingUrl) => deskOf(given('recorder')).ask(meetingUrl),
});

/** The simulator is the only one there is an adapter for. */
function deskOf(name: string): RecorderDesk {
  if (name !== 'simulator') throw new Error(`There is no adapter for a recorder called ${name}.`);
  return simulatorDesk;
}

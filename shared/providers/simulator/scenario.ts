/** How a simulated call goes. What each one is: the table in `plot.ts`. */
export type Scenario = (typeof SCENARIOS)[number];

export const SCENARIOS = ['good', 'lobb', 'dead', 'mute', 'noai', 'nour', 'wait'] as const;

const CODE = /^\/[^/-]+-([^/-]+)-[^/-]+\/?$/;

/**
 * The middle group of a Google Meet code picks the scenario, as a test card's number picks the bank's answer:
 * `https://meet.google.com/abc-lobb-def`. Every other link is `good`.
 */
export function scenarioOf(meetingUrl: string): Scenario {
  if (URL.parse(meetingUrl) === null) return 'good';
  const { hostname, pathname } = new URL(meetingUrl);
  const group = hostname === 'meet.google.com' ? CODE.exec(pathname)?.[1]?.toLowerCase() : undefined;
  return SCENARIOS.find((scenario) => scenario === group) ?? 'good';
}

/** How a simulated call goes. What each one is: the table in `plot.ts`. */
export type Scenario = (typeof SCENARIOS)[number];

export const SCENARIOS = ['good', 'lobb', 'dead', 'mute', 'noai', 'nour', 'wait'] as const;

const CODE = /^\/[^/-]+-([^/-]+)-[^/-]+\/?$/;

/**
 * The middle group of a Google Meet code picks the scenario, as a test card's number picks the bank's answer:
 * `https://meet.google.com/abc-lobb-def`. Every other link is `good`.
 */
export const scenarioOf = (meetingUrl: string): Scenario =>
  SCENARIOS.find((scenario) => scenario === middleGroupOf(meetingUrl)) ?? 'good';

/** In lower case; undefined for any link but a Meet code. */
export function middleGroupOf(meetingUrl: string): string | undefined {
  const url = URL.parse(meetingUrl);
  return url?.hostname === 'meet.google.com' ? CODE.exec(url.pathname)?.[1]?.toLowerCase() : undefined;
}

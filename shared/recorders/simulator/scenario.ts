/** How a simulated call goes; `plot.ts` says what happens in each scenario. */
export type Scenario = (typeof SCENARIOS)[number];

export const SCENARIOS = ['good', 'lobb', 'dead', 'mute', 'noai', 'nour', 'wait'] as const;

const CODE = /^\/[^/-]+-([^/-]+)-[^/-]+\/?$/;

/**
 * The middle group of a Google Meet code selects the scenario, like the number of a test card in payments:
 * `https://meet.google.com/abc-lobb-def`. The scenario of every other link is `good`.
 */
export const scenarioOf = (meetingUrl: string): Scenario =>
  SCENARIOS.find((scenario) => scenario === middleGroupOf(meetingUrl)) ?? 'good';

/** In lower case; undefined for any link but a Meet code. */
export function middleGroupOf(meetingUrl: string): string | undefined {
  const url = URL.parse(meetingUrl);
  return url?.hostname === 'meet.google.com' ? CODE.exec(url.pathname)?.[1]?.toLowerCase() : undefined;
}

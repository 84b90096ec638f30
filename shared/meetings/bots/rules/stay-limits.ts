import { HOUR_MS, MINUTE_MS } from '#shared/foundation/core/time';

/** Limits of a bot's stay at a recorder, in milliseconds. A bot that passes one is asked to leave. */
export interface StayLimits {
  /** In the lobby, after which its recorder gives up. */
  readonly lobby: number;
  /** On its way or in the lobby, from the request to the recorder. */
  readonly joining: number;
  /** In the call, and not known to its recorder. */
  readonly unknown: number;
  /** In the call. */
  readonly call: number;
  /** From the end of a recording to its files. */
  readonly files: number;
}

/** What a deployment may choose, with the bounds of each: docs/recorders.md, Limits of a stay. */
const CHOSEN = {
  /** Meeting BaaS takes 2 to 30 minutes. */
  lobbyMinutes: { usual: 10, least: 2, most: 30 },
  /** A bot in a call is looked at every minute or so. */
  signOfLifeMinutes: { usual: 10, least: 5, most: 60 },
  longestCallHours: { usual: 8, least: 1, most: 24 },
} as const;
type Choice = keyof typeof CHOSEN;

/** A recorder has this long to end a bot whose time in the lobby is over. */
const AFTER_LOBBY_MS = 2 * MINUTE_MS;

function limitsFrom(given: Readonly<Partial<Record<Choice, number>>>): StayLimits {
  const chosen = (name: Choice): number => given[name] ?? CHOSEN[name].usual;
  const lobby = chosen('lobbyMinutes') * MINUTE_MS;
  return {
    lobby,
    joining: lobby + AFTER_LOBBY_MS,
    unknown: chosen('signOfLifeMinutes') * MINUTE_MS,
    call: chosen('longestCallHours') * HOUR_MS,
    files: 2 * HOUR_MS,
  };
}

export const STAY_LIMITS = limitsFrom({});

/** As a deployment writes them, `{"lobbyMinutes": 20}`. Throws for an unknown name, and for what is not within its bounds. */
export function readStayLimits(text: string): StayLimits {
  const given = Object.entries(JSON.parse(text) as Readonly<Record<string, unknown>>).map(([name, value]) => {
    if (!isChoice(name)) throw new Error(`${name} is no limit of a stay; there are ${Object.keys(CHOSEN).join(', ')}.`);
    const { least, most } = CHOSEN[name];
    if (!Number.isInteger(value) || Number(value) < least || Number(value) > most)
      throw new Error(`${name} takes a whole number from ${least} to ${most}.`);
    return [name, Number(value)] as const;
  });
  return limitsFrom(Object.fromEntries(given));
}

const isChoice = (name: string): name is Choice => Object.hasOwn(CHOSEN, name);

import { type Instant, MINUTE_MS, SECOND_MS } from '#shared/core/time';

/** What there is to go by when somebody asks for a code. */
export interface Asking {
  readonly header: (name: string) => string | undefined;
  /** They ticked that they are a person and asked for it themselves. */
  readonly confirmed: boolean;
  /** What the browser says of itself (W3C WebDriver, `navigator.webdriver`); empty without a script. */
  readonly driven: string;
  /** When the form was shown, as we sealed it; undefined where that was tampered with. */
  readonly openedAt: Instant | undefined;
  readonly now: Instant;
}

/** Nobody has read the page, chosen and ticked any sooner. */
const QUICKEST_MS = 2 * SECOND_MS;
/** A form that lies open for longer may have somebody else in front of it. */
const LONGEST_MS = 30 * MINUTE_MS;

/**
 * Why this does not look like a person at a browser, in words for whoever it is; undefined where it does. It keeps out
 * programs that do not pretend, and says so to those that could: docs/decisions/who-is-shown-a-code.md.
 */
export function doubtAbout({ header, confirmed, driven, openedAt, now }: Asking): string | undefined {
  if (!isNavigation(header) || !isPressed(header))
    return 'The form was not sent by pressing its button in a browser. Load the page there, and press it yourself.';
  if (driven === 'yes')
    return 'This browser says that a program drives it. Open the page in a browser that you use yourself.';
  if (!confirmed) return 'Tick that you are the person whose key it is.';
  if (openedAt === undefined || isTooOld(openedAt, now))
    return 'The page was open for too long. Here it is again: go on from here.';
  if (now - openedAt < QUICKEST_MS) return 'That was quicker than anybody reads. Press the button once more.';
  return undefined;
}

export const isTooOld = (openedAt: Instant, now: Instant): boolean => now - openedAt > LONGEST_MS;

/** Fetch Metadata (W3C): only a browser's own navigation from a page of ours says this, no request made by a script. */
const isNavigation = (header: Asking['header']): boolean =>
  header('sec-fetch-site') === 'same-origin' &&
  header('sec-fetch-mode') === 'navigate' &&
  header('sec-fetch-dest') === 'document';

/** Browsers that name themselves in `Sec-CH-UA` also say whether a press was behind it; Safari says neither. */
const isPressed = (header: Asking['header']): boolean =>
  header('sec-fetch-user') === '?1' || header('sec-ch-ua') === undefined;

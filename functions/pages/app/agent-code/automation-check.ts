import { type Instant, MINUTE_MS, SECOND_MS } from '#shared/core/time';

/** What the submitted form and its request say about who submitted it. */
export interface Submission {
  readonly header: (name: string) => string | undefined;
  /** The user ticked that they own the key. */
  readonly confirmed: boolean;
  /** `yes` when the browser reports `navigator.webdriver` (W3C WebDriver); empty without scripts. */
  readonly driven: string;
  /** When the form was rendered; undefined when its seal does not open. */
  readonly openedAt: Instant | undefined;
  readonly now: Instant;
}

/** A person needs longer to read the page and to fill in the form. */
const MIN_READING_MS = 2 * SECOND_MS;
/** After that, a different person may be in front of the browser. */
const MAX_OPEN_MS = 30 * MINUTE_MS;

/**
 * Why a submission does not look like a person at a browser, as a message for the page; undefined when it does. It keeps
 * out programs that do not disguise themselves: docs/decisions/handoff-code-page.md.
 */
export function automationWarning({ header, confirmed, driven, openedAt, now }: Submission): string | undefined {
  if (!isNavigation(header) || !isUserActivated(header))
    return 'The form was not submitted by its button in a browser. Open the page in a browser and press the button.';
  if (driven === 'yes') return 'This browser is controlled by a program. Open the page in your own browser.';
  if (!confirmed) return 'Tick the box to confirm that the key is yours.';
  if (openedAt === undefined || isTooOld(openedAt, now))
    return 'The page was open for too long. Submit the form again.';
  if (now - openedAt < MIN_READING_MS) return 'The form was submitted too quickly. Press the button again.';
  return undefined;
}

export const isTooOld = (openedAt: Instant, now: Instant): boolean => now - openedAt > MAX_OPEN_MS;

/** Fetch Metadata (W3C) of a navigation from these pages; a script cannot send a request with it. */
const isNavigation = (header: Submission['header']): boolean =>
  header('sec-fetch-site') === 'same-origin' &&
  header('sec-fetch-mode') === 'navigate' &&
  header('sec-fetch-dest') === 'document';

/** Browsers that send `Sec-CH-UA` also send whether the user triggered the navigation; Safari sends neither. */
const isUserActivated = (header: Submission['header']): boolean =>
  header('sec-fetch-user') === '?1' || header('sec-ch-ua') === undefined;

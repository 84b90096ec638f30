/** What the submitted form and its request say about who submitted it. */
export interface Submission {
  readonly header: (name: string) => string | undefined;
  /** `yes` when the browser reports `navigator.webdriver` (W3C WebDriver); empty without scripts. */
  readonly driven: string;
}

/**
 * Why a submission does not come from a person's browser, as a message for the page; undefined when it does. It keeps out
 * programs that do not disguise themselves: docs/decisions/handoff-code-page.md.
 */
export function automationWarning({ header, driven }: Submission): string | undefined {
  if (!isNavigation(header))
    return 'This page was not opened in a browser. Open it in a browser, where you are signed in.';
  if (driven === 'yes') return 'This browser is controlled by a program. Open the page in your own browser.';
  return undefined;
}

/** Fetch Metadata (W3C) of a navigation from these pages; a script cannot send a request with it. */
const isNavigation = (header: Submission['header']): boolean =>
  header('sec-fetch-site') === 'same-origin' &&
  header('sec-fetch-mode') === 'navigate' &&
  header('sec-fetch-dest') === 'document';

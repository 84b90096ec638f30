export const DESK = { width: 1280, height: 800 };

/** How a page is looked at: by day, by night, on a phone. */
export const LOOKS = [
  { name: 'light', colorScheme: 'light', size: DESK },
  { name: 'dark', colorScheme: 'dark', size: DESK },
  { name: 'narrow', colorScheme: 'light', size: { width: 390, height: 844 } },
] as const;

export const DESK = { width: 1280, height: 800 };

/** Light mode, dark mode, a phone. */
export const LOOKS = [
  { name: 'light', colorScheme: 'light', size: DESK },
  { name: 'dark', colorScheme: 'dark', size: DESK },
  { name: 'narrow', colorScheme: 'light', size: { width: 360, height: 740 } },
] as const;

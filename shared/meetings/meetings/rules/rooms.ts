/** Google gives rooms and equipment addresses of their own. */
export const isRoom = (email: string): boolean =>
  /@(?:group\.v\.)?resource\.calendar\.google\.com$/i.test(email.trim());

import { relative } from 'node:path';

/** From where one stands; a path that leads out of there stays whole. */
export function shownPath(path: string): string {
  const short = relative(process.cwd(), path);
  return short.startsWith('..') ? path : short;
}

import ORDER from '../../shared/contexts.json' with { type: 'json' };

const IMPORTED = /from '#shared\/([a-z]+)\//g;

/** How many imports of a file lead to a context above its own. */
export function upwardImports(path: string, text: string): number {
  const own = /^shared\/([a-z]+)\//.exec(path)?.[1];
  if (own === undefined) return 0;
  return [...text.matchAll(IMPORTED)].filter(([, context = '']) => ORDER.indexOf(context) > ORDER.indexOf(own)).length;
}

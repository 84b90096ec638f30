/** Bytes that a name keeps at most, its extension and a number aside: file systems take 255. */
const MOST_BYTES = 200;

/** Names that Windows keeps for devices. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)$/i;

/**
 * A name for a file, without its extension, on every system: no path, nothing invisible, no character that Windows
 * refuses. A name that nothing is left of becomes `untitled`.
 */
export function fileStem(name: string): string {
  const visible = name
    .toWellFormed()
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '')
    .replaceAll(/[/\\:*?"<>|]/g, '-');
  const stem = withoutEnd(shortened(visible.replace(/^[\s.]+/, '')));
  if (stem === '') return 'untitled';
  return DEVICE.test(stem) ? `${stem}-` : stem;
}

/** A name that a request gives: the last part of a path, without the extension that is added anyway. */
export function stemAsked(name: string, extension: string): string {
  const last = name.split(/[/\\]/).findLast((part) => part.trim() !== '') ?? '';
  const end = `.${extension}`;
  return fileStem(last.toLowerCase().endsWith(end) ? last.slice(0, -end.length) : last);
}

/** Names for files in one folder: of those that differ in nothing but case, the later get a number, as in `Call (2)`. */
export function uniqueStems(names: readonly string[]): readonly string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    const stem = fileStem(name);
    let unique = stem;
    for (let number = 2; taken.has(folded(unique)); number += 1) unique = `${stem} (${number})`;
    taken.add(folded(unique));
    return unique;
  });
}

const folded = (name: string): string => name.normalize('NFC').toLowerCase();

/** Without spaces and dots at its end, which Windows drops. */
function withoutEnd(name: string): string {
  let end = name.length;
  while (end > 0 && /[\s.]/.test(name.charAt(end - 1))) end -= 1;
  return name.slice(0, end);
}

function shortened(name: string): string {
  let bytes = 0;
  let kept = '';
  for (const character of name) {
    bytes += new TextEncoder().encode(character).length;
    if (bytes > MOST_BYTES) break;
    kept += character;
  }
  return kept;
}

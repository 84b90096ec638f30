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

/** Of files that texts are made of: a conversation that an order made has the name of its file. */
const MEDIA_EXTENSION =
  /(?<=[^\s.])\.(?:3gp|aac|ac3|aif|aiff|amr|avi|flac|flv|m4a|m4b|m4v|mka|mkv|mov|mp2|mp3|mp4|mpeg|mpg|mts|oga|ogg|ogv|opus|spx|wav|weba|webm|wma|wmv)$/i;

/** The name for the file of a text: that of its conversation, without the extension of the media. */
export const stemOfText = (name: string): string => fileStem(name.trim().replace(MEDIA_EXTENSION, ''));

/**
 * A name that a request gives: the last part of a path, without the extension that is added anyway, or the last part of
 * that: `.avid.txt`, `.txt`.
 */
export function stemAsked(name: string, extension: string): string {
  const last = name.split(/[/\\]/).findLast((part) => part.trim() !== '') ?? '';
  const ends = [`.${extension}`, `.${extension.split('.').at(-1)}`];
  const end = ends.find((one) => last.toLowerCase().endsWith(one)) ?? '';
  return fileStem(last.slice(0, last.length - end.length));
}

/**
 * Names for the files of texts in one folder: of those that differ in nothing but case, the later get a number, as in
 * `Call (2)`.
 */
export function uniqueStems(names: readonly string[]): readonly string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    const stem = stemOfText(name);
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

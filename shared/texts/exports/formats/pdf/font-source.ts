import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { FONT_FILES, type FontName } from './font-files.ts';

/** The bytes of a font. */
export type FontSource = (name: FontName) => Promise<Buffer>;

/** Fonts of a folder that holds the packages of `FONT_FILES`; each file is read once, when a text first needs it. */
export function fontsIn(folder: string): FontSource {
  const read = new Map<FontName, Promise<Buffer>>();
  return (name) => {
    const bytes = read.get(name) ?? readFile(join(folder, FONT_FILES[name]));
    read.set(name, bytes);
    return bytes;
  };
}

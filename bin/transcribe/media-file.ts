import { stat } from 'node:fs/promises';
import { basename, dirname, join, parse } from 'node:path';
import { CliError } from '#bin/cli/cli-error';
import { relativePath } from '#bin/paths';
import { LARGEST_MEDIA_BYTES } from '#shared/foundation/media/rules/media-facts';
import { EXTENSIONS, type TextFormat } from '#shared/texts/exports/rules/export';

export interface MediaFile {
  readonly path: string;
  readonly name: string;
  readonly sizeBytes: number;
}

/** A file that may be uploaded. Throws a CliError for one that is not there, is empty or has more than 2 GB. */
export async function findMediaFile(path: string): Promise<MediaFile> {
  const facts = await stat(path).catch(() => undefined);
  if (!facts?.isFile()) throw new CliError(`There is no file ${relativePath(path)}`);
  if (facts.size === 0) throw new CliError(`${relativePath(path)} is empty`);
  if (facts.size > LARGEST_MEDIA_BYTES) throw new CliError(`${relativePath(path)} has more than 2 GB`);
  return { path, name: basename(path), sizeBytes: facts.size };
}

interface Wanted {
  readonly format: TextFormat;
  /** BCP-47 of a translation. */
  readonly translate: string | undefined;
  readonly overwrite: boolean;
}

/** Where an export is saved: beside the media file, `talk.docx` or `talk.fr.docx`. Throws a CliError for a file that is there. */
export async function exportPath({ path }: MediaFile, { format, translate, overwrite }: Wanted): Promise<string> {
  const language = translate === undefined ? '' : `.${translate}`;
  const target = join(dirname(path), `${parse(path).name}${language}.${EXTENSIONS[format]}`);
  if (target === path) throw new CliError(`${relativePath(target)} is the file itself; choose another --export`);
  if (!overwrite && (await stat(target).catch(() => undefined))) throw alreadyThere(target);
  return target;
}

export const alreadyThere = (target: string): CliError =>
  new CliError(`${relativePath(target)} exists already; --overwrite replaces it`);

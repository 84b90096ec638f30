import * as v from 'valibot';
import type { FolderId } from '#shared/foundation/core/ids';
import { idField } from '#shared/foundation/http/fields';

/** A folder that a list is narrowed down to; `root` for what is in none. */
export const folderFilterField = v.union(
  [v.literal('root'), idField('fol')],
  '[invalid] must be root, or an id that begins with fol_.',
) as v.GenericSchema<string, FolderId | 'root'>;

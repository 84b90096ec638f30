import { idOf } from '#shared/core/ids';
import { folders } from '#shared/folders/store';
import { glossaries } from '#shared/glossaries/store';
import type { AppContext } from '#shared/http/ports';
import type { BodyReader } from '#shared/http/request/body-reader';
import { MOST_GLOSSARIES } from '#shared/orders/fields';

/** The folder that a body names, which travels with the caller's role. */
export async function readFolder({ table }: Pick<AppContext, 'table'>, body: BodyReader): Promise<void> {
  const id = body.id('fol', 'folder_id');
  if (id) await folders.find(table, id);
}

/** The glossaries that a body names. */
export async function readNamedGlossaries({ table }: Pick<AppContext, 'table'>, body: BodyReader): Promise<void> {
  const ids = body.texts('glossary_ids', MOST_GLOSSARIES).flatMap((text) => idOf('glo', text) ?? []);
  await Promise.all(ids.map((id) => glossaries.find(table, id)));
}

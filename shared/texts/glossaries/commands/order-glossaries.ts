import type { GlossaryId, WorkspaceId } from '#shared/foundation/core/ids';
import { unprocessable } from '#shared/foundation/core/refusal';
import type { Table } from '#shared/foundation/core/table';
import { readTerms } from '#shared/texts/glossaries/commands/read-terms';
import type { TermsStorage } from '#shared/texts/glossaries/ports';
import type { GlossaryTerm } from '#shared/texts/glossaries/rules/glossary-term';
import { tagsOf } from '#shared/texts/glossaries/rules/order-terms';
import { glossaries, glossaryCatalog } from '#shared/texts/glossaries/store';

interface Asked {
  readonly workspaceId: WorkspaceId;
  /** As the request names them; undefined stands for the default of the workspace. */
  readonly ids: readonly GlossaryId[] | undefined;
  /** Of the text, a BCP-47 tag; null where it is not known. */
  readonly language: string | null;
}

/** Glossaries by their ids, undefined for each that does not exist. */
export const findGlossaries = (table: Table, ids: readonly GlossaryId[]) =>
  Promise.all(ids.map((id) => glossaries.find(table, id)));

/**
 * The glossaries that an order uses, each once: those that are named, or the default for the language, the variety
 * before the language alone. Throws 422 for one that is unknown or of another workspace.
 */
export async function orderGlossaries(
  table: Table,
  { workspaceId, ids, language }: Asked,
): Promise<readonly GlossaryId[]> {
  if (ids === undefined) return language === null ? [] : defaultsFor(table, workspaceId, language);
  const found = await findGlossaries(table, ids);
  if (found.some((one) => one?.state.workspaceId !== workspaceId))
    throw unprocessable('glossary_ids', 'invalid', 'glossary_ids must be glossaries of the workspace.');
  return [...new Set(ids)];
}

async function defaultsFor(table: Table, workspace: WorkspaceId, language: string): Promise<readonly GlossaryId[]> {
  const { defaults } = (await glossaryCatalog.find(table, workspace)).state;
  return tagsOf(language)
    .flatMap((tag) => defaults[tag] ?? [])
    .slice(0, 1);
}

/** The terms of glossaries, in their order; one that is deleted since has none. */
export async function loadTerms(
  context: { readonly table: Table; readonly terms: Pick<TermsStorage, 'find'> },
  ids: readonly GlossaryId[],
): Promise<readonly (readonly GlossaryTerm[])[]> {
  const found = await findGlossaries(context.table, ids);
  return Promise.all(found.map((one) => (one ? readTerms(context, one.state) : [])));
}

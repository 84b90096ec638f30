import type { WorkspaceId } from '#shared/foundation/core/ids';
import type { Table } from '#shared/foundation/core/table';
import type { FolderWithPath } from '#shared/texts/folders/rules/folder';
import { allFolders } from '#shared/texts/folders/store';
import { MOST_GLOSSARIES } from '#shared/texts/glossaries/rules/glossary';
import { glossaries } from '#shared/texts/glossaries/store';
import { MOST_STYLE_GUIDES } from '#shared/texts/style-guides/rules/style-guide';
import { styleGuides } from '#shared/texts/style-guides/store';
import type { WritingChoices } from './writing-fields.ts';

/** What a workspace has to choose from. */
export interface OrderChoices extends WritingChoices {
  readonly folders: readonly FolderWithPath[];
}

export async function loadChoices(table: Table, workspaceId: WorkspaceId): Promise<OrderChoices> {
  const [folders, glossaryPage, guidePage] = await Promise.all([
    allFolders(table, workspaceId),
    glossaries.page(table, workspaceId, { limit: MOST_GLOSSARIES, after: undefined }),
    styleGuides.page(table, workspaceId, { limit: MOST_STYLE_GUIDES, after: undefined }),
  ]);
  return { folders, glossaries: glossaryPage.items, styleGuides: guidePage.items };
}

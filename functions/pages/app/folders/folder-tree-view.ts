import { html } from 'hono/html';
import type { Markup } from '#shared/api/page-kit/components';
import type { FolderId } from '#shared/foundation/core/ids';
import type { FolderWithPath } from '#shared/texts/folders/rules/folder';

interface FolderTreeView {
  readonly folders: readonly FolderWithPath[];
  /** Path of the list of conversations. */
  readonly list: string;
  /** Path of the trash. */
  readonly trash: string;
  /** The folder whose conversations are listed, or those in none; undefined for all conversations. */
  readonly shown: FolderId | 'root' | undefined;
}

/** The folders of a workspace as nested lists of links, each with the number of its conversations. */
export function folderTreeView({ folders, list, trash, shown }: FolderTreeView): Markup {
  const inside = Map.groupBy(folders, ({ folder }) => folder.parentId);
  const link = (folder: FolderId | 'root' | undefined, label: string, count?: number): Markup =>
    html`<a href="${folder === undefined ? list : inFolder(list, folder)}"${folder === shown ? html` aria-current="page"` : ''}>${label}</a>${count === undefined ? '' : html` <span class="small">(${count})</span>`}`;
  const branch = (parent: FolderId | null): Markup | '' => {
    const children = inside.get(parent) ?? [];
    if (children.length === 0) return '';
    return html`<ul>${children.map(({ folder, conversationsCount }) => html`<li>${link(folder.id, folder.name, conversationsCount)}${branch(folder.id)}</li>`)}</ul>`;
  };
  return html`<nav class="folders" aria-label="Folders"><ul><li>${link(undefined, 'All conversations')}</li><li>${link('root', 'In no folder')}</li><li><a href="${trash}">Trash</a></li></ul>${branch(null)}</nav>`;
}

/** The list of the conversations in a folder. */
export const inFolder = (list: string, folder: FolderId | 'root'): string => `${list}?folder=${folder}`;

/** The folders from the root down to one of them. */
export function lineTo(folders: readonly FolderWithPath[], id: FolderId): readonly FolderWithPath[] {
  const byId = new Map(folders.map((one) => [one.folder.id, one]));
  const line: FolderWithPath[] = [];
  for (let at = byId.get(id); at; at = at.folder.parentId === null ? undefined : byId.get(at.folder.parentId))
    line.unshift(at);
  return line;
}

/** The value of the option for no folder. */
const ROOT = 'root';

/** A field to choose a folder in. */
export const folderOptions = (
  folders: readonly FolderWithPath[],
  root: string,
): readonly (readonly [value: string, label: string])[] => [
  [ROOT, root],
  ...folders.map(({ folder, path }) => [folder.id, path] as const),
];

/** The folder of an option, as the API takes it. */
export const folderChosen = (option: string): string | null => (option === ROOT ? null : option);

import type { WorkspaceId } from '#shared/core/ids';
import type { Table } from '#shared/core/table';
import { subtitleStyleOf } from '#shared/style-guides/rules/style-guide';
import { styleGuideCatalog, styleGuides } from '#shared/style-guides/store';
import { DEFAULT_STYLE, type SubtitleStyle } from '#shared/subtitles/rules/style';

/** The style of the workspace's default guide for subtitles, or that of the service where it has none. */
export async function defaultSubtitleStyle(table: Table, workspaceId: WorkspaceId): Promise<SubtitleStyle> {
  const { defaults } = (await styleGuideCatalog.find(table, workspaceId)).state;
  const id = defaults['subtitles'];
  const guide = id && (await styleGuides.find(table, id))?.state;
  return guide && guide.operation === 'subtitles' ? subtitleStyleOf(guide) : DEFAULT_STYLE;
}

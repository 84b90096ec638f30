import type { StyleGuideId, WorkspaceId } from '#shared/core/ids';
import type { Table } from '#shared/core/table';
import { type GuidedStyle, subtitleStyleOf } from '#shared/style-guides/rules/style-guide';
import { styleGuideCatalog, styleGuides } from '#shared/style-guides/store';
import { DEFAULT_STYLE, type SubtitleStyle } from '#shared/subtitles/rules/style';

/** The style of a guide as it is now; undefined unless it is a guide of the workspace for subtitles. */
export async function findSubtitleStyle(
  table: Table,
  workspaceId: WorkspaceId,
  id: StyleGuideId,
): Promise<SubtitleStyle | undefined> {
  const guide = (await styleGuides.find(table, id))?.state;
  return guide?.workspaceId === workspaceId && guide.operation === 'subtitles' ? subtitleStyleOf(guide) : undefined;
}

/** The style of the workspace's default guide for subtitles, or the built-in defaults where it has none. */
export async function defaultSubtitleStyle(table: Table, workspaceId: WorkspaceId): Promise<GuidedStyle> {
  const styleGuideId = (await styleGuideCatalog.find(table, workspaceId)).state.defaults['subtitles'];
  const style = styleGuideId && (await findSubtitleStyle(table, workspaceId, styleGuideId));
  return style ? { styleGuideId, style } : { styleGuideId: null, style: DEFAULT_STYLE };
}

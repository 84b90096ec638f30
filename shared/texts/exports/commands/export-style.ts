import type { StyleGuideId, WorkspaceId } from '#shared/foundation/core/ids';
import { unprocessable } from '#shared/foundation/core/refusal';
import type { Table } from '#shared/foundation/core/table';
import { CUE_FORMATS, type Export, type ExportedFormat } from '#shared/texts/exports/rules/export';
import { requireStyleGuide } from '#shared/texts/style-guides/commands/find-style-guide';
import { defaultSubtitleStyle, subtitleStyle } from '#shared/texts/style-guides/commands/subtitle-style';
import { DEFAULT_STYLE, type SubtitleStyle } from '#shared/texts/subtitles/rules/style';

interface AskedStyle {
  readonly workspaceId: WorkspaceId;
  readonly format: ExportedFormat;
  /** Undefined for the default of the workspace, null for none. */
  readonly styleGuideId: StyleGuideId | null | undefined;
}

/** The style that a request asks for, as it is then. Throws 422 for a guide that cannot be used. */
export async function requestedStyle(
  table: Table,
  { workspaceId, format, styleGuideId }: AskedStyle,
): Promise<Export['style']> {
  if (styleGuideId === undefined) return 'default';
  if (styleGuideId === null) return 'none';
  if (!CUE_FORMATS.some((one) => one === format))
    throw unprocessable('style_guide_id', 'invalid', `style_guide_id is for the formats ${CUE_FORMATS.join(', ')}.`);
  await requireStyleGuide(table, { workspaceId, id: styleGuideId, operation: 'subtitles' });
  return (await subtitleStyle(table, styleGuideId)).style;
}

/** The style that an export is written by: the default of the workspace is that of the moment when it is written. */
export async function exportStyle(
  table: Table,
  { style, workspaceId }: Pick<Export, 'style' | 'workspaceId'>,
): Promise<SubtitleStyle> {
  if (style === 'none') return DEFAULT_STYLE;
  if (style !== 'default') return style;
  return (await defaultSubtitleStyle(table, workspaceId)).style;
}

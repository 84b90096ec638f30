import { html } from 'hono/html';
import type { Markup } from '#shared/api/page-kit/components';
import { choice, form, select } from '#shared/api/page-kit/forms';
import type { PageContext } from '#shared/api/page-kit/page-kit';
import type { ExportedFormat } from '#shared/texts/exports/rules/export';
import { FORMAT_NAMES } from './export-labels.ts';

/** Formats that are recordings are offered where the recording has that form. */
export const exportForm = (c: PageContext, page: string, recordings: readonly ExportedFormat[]): Markup =>
  form(c, {
    action: `${page}/exports`,
    submit: 'Export',
    fields: [
      select({
        name: 'format',
        label: 'Format',
        options: Object.entries(FORMAT_NAMES).filter(
          ([format]) => !['mp3', 'mp4'].includes(format) || recordings.some((one) => one === format),
        ),
      }),
      html`<fieldset><legend>With</legend>${BOXES.map(([name, label]) => choice({ type: 'checkbox', name, value: 'yes', label, checked: true, required: false }))}</fieldset>`,
    ],
  });

const BOXES = [
  ['show_speakers', 'Speakers'],
  ['show_timestamps', 'Times'],
] as const;

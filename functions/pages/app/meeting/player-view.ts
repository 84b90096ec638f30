import { html } from 'hono/html';
import type { BotId } from '#shared/core/ids';
import type { Markup } from '#shared/page-kit/layout';
import type { LinkedFile } from '#shared/results/present';

export const PLAYER = 'player';

/** What is played: of the recording that the transcript belongs to, with its picture where it has one. */
export function playedFile(files: readonly LinkedFile[], shown: BotId | undefined): LinkedFile | undefined {
  const ofShown = files.filter(({ botId }) => botId === shown);
  return ofShown.find(({ file }) => file.kind === 'video') ?? ofShown[0] ?? files[0];
}

export function playerView(played: LinkedFile | undefined): Markup | '' {
  if (!played) return '';
  return played.file.kind === 'video'
    ? html`<video id="${PLAYER}" controls preload="metadata" playsinline aria-label="Recording" src="${played.url}"></video>`
    : html`<audio id="${PLAYER}" controls preload="metadata" aria-label="Recording" src="${played.url}"></audio>`;
}

/** Every file that there is; the links are good for an hour. */
export const filesView = (files: readonly LinkedFile[]): Markup | '' =>
  files.length === 0
    ? ''
    : html`<h2>Files</h2>
<ul>${files.map(({ file, url }) => html`<li><a href="${url}">${file.kind === 'video' ? 'Video' : 'Sound'}</a> <span class="small">${file.contentType}, ${sizeOf(file.sizeBytes)}</span></li>`)}</ul>
<p class="hint">These links work for an hour: load the page again for new ones.</p>`;

const sizeOf = (bytes: number): string =>
  bytes >= 1_000_000 ? `${Math.round(bytes / 100_000) / 10} MB` : `${Math.max(1, Math.round(bytes / 1000))} KB`;

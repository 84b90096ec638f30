import { html } from 'hono/html';
import type { Markup } from '#shared/api/page-kit/components';
import type { BotId } from '#shared/foundation/core/ids';
import type { LinkedFile } from '#shared/meetings/results/present';
import { fileSize } from '../file-size.ts';

export const PLAYER_ID = 'player';

/** A file with a link to it. */
export type ShownFile = Pick<LinkedFile, 'file' | 'url'>;

/** The file to play: of the notetaker whose transcript is shown if there is one, video before audio. */
export function playedFile(files: readonly LinkedFile[], shown: BotId | undefined): LinkedFile | undefined {
  const ofShown = files.filter(({ botId }) => botId === shown);
  return ofShown.find(({ file }) => file.kind === 'video') ?? ofShown[0] ?? files[0];
}

export const playerView = ({ file, url }: ShownFile): Markup =>
  html`<section class="player" aria-labelledby="recording"><h2 id="recording">Recording</h2>${
    file.kind === 'video'
      ? html`<video id="${PLAYER_ID}" data-renews controls preload="metadata" playsinline aria-label="Recording" src="${url}"></video>`
      : html`<audio id="${PLAYER_ID}" data-renews controls preload="metadata" aria-label="Recording" src="${url}"></audio>`
  }</section>`;

/** Links to every file. */
export const filesView = (files: readonly LinkedFile[]): Markup | '' =>
  files.length === 0
    ? ''
    : html`<h2>Files</h2>
<ul>${files.map(({ file, url }) => html`<li><a href="${url}">${file.kind === 'video' ? 'Video' : 'Audio'}</a> <span class="small">${file.contentType}, ${fileSize(file.sizeBytes)}</span></li>`)}</ul>
<p class="hint">These links are valid for ten minutes. Reload the page for new ones.</p>`;

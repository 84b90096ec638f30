import { html } from 'hono/html';
import type { Markup } from '#shared/api/page-kit/components';
import type { MeetingId } from '#shared/foundation/core/ids';

/** The part of the page with the results of a meeting, which a live transcript is followed by. */
export const RESULTS_ID = 'results';

/** What is said in a call, while it is said: shared/api/page-kit/assets/live-script.ts. */
export const liveView = (meeting: MeetingId): Markup =>
  html`<div data-live="/app/meetings/${meeting}/live" data-then="${RESULTS_ID}">
<p role="status" data-live-status>The notetaker is in the call.</p>
<noscript><p>With JavaScript, the words of the call appear here while they are said.</p></noscript>
<ol class="transcript live" role="log" aria-label="What was said" tabindex="0" data-live-log></ol>
<ol class="transcript now" aria-hidden="true" data-live-now></ol>
</div>`;

import { html } from 'hono/html';
import type { Markup } from '#shared/page-kit/layout';

/** The scopes of both providers, and what is done with them, in plain words. */
export const whatIsRead = (workspace: string): Markup => html`<h2>What you allow</h2>
<ul>
<li><strong>Your calendar’s events are read</strong>, from yesterday to four weeks ahead, and again whenever they change: title, time, place, people, and the link to join. Of events that you marked as private, the time alone.</li>
<li><strong>Your email address is read</strong>, to tell which account it is.</li>
<li>Where ${workspace} has set it up so, a notetaker joins meetings that have a link, and shows in the call under its name.</li>
</ul>
<h2>What stays closed</h2>
<p>Nothing is written to your calendar. Your emails, files and contacts are not read, and we never see your password. You can end it at any time: in your account’s own settings, or by asking ${workspace}.</p>`;

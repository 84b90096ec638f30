import { html } from 'hono/html';
import type { Markup } from '#shared/api/page-kit/components';

/** What the OAuth scopes of both providers allow, and what they do not. */
export const consentScopes = (workspace: string): Markup => html`<h2>What you allow</h2>
<ul>
<li><strong>Read your calendar events</strong> from yesterday to four weeks ahead, and again when they change: title, time, location, attendees and meeting link. For private events, only the time.</li>
<li><strong>Read your email address</strong>, to identify your account.</li>
<li>If ${workspace} has enabled it, a notetaker joins your meetings that have a link. Participants see it under its name.</li>
</ul>
<h2>What you do not allow</h2>
<p>Nothing is written to your calendar. Your emails, files and contacts are not read, and we never see your password. You can revoke access at any time, in your account settings or by asking ${workspace}.</p>`;

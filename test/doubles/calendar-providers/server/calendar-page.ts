import { html } from 'hono/html';
import { DAY_MS, HOUR_MS, type Instant, isoOf } from '#shared/foundation/core/time';
import type { CalendarOccurrence } from '#test/doubles/calendar-providers/calendar/events';
import type { ProviderAccount, ProviderName, TestProvider } from '#test/doubles/calendar-providers/test-provider';
import { aPage, type Html } from './html.ts';

const NAMES = { google: 'Google', microsoft: 'Microsoft' };
const SAMPLE_LINKS = {
  google: 'https://meet.google.com/abc-defg-hij',
  microsoft: 'https://teams.microsoft.com/l/meetup-join/19%3ameeting_demo%40thread.v2/0',
};
const DAYS_SHOWN = 28;

/** GET /: an account's calendar as its owner would see and change it. */
export function calendarPage(provider: TestProvider, chosen: string | undefined, now: Instant): Html {
  const accounts = provider.accounts();
  const account = accounts.find(({ email }) => email === chosen) ?? accounts[0];
  const body = html`
    <nav aria-label="Accounts"><ul>
      ${accounts.map(({ email, name }) => html`<li><a href="/?account=${email}" aria-current="${email === account?.email ? 'page' : 'false'}">${name} (${email})</a></li>`)}
    </ul></nav>
    ${account ? ofAccount(provider, account, now) : html`<p>There is no account yet.</p>`}
    <h2>Another account</h2>
    <form method="post" action="/_test/accounts">
      <label>Address <input type="email" name="email" required></label>
      <button>Make it</button>
    </form>`;
  return aPage(`${NAMES[provider.name]} calendar`, NAMES[provider.name], body);
}

function ofAccount(provider: TestProvider, account: ProviderAccount, now: Instant): Html {
  const window = { from: (now - DAY_MS) as Instant, to: (now + DAYS_SHOWN * DAY_MS) as Instant };
  const watches = provider.watchesOf(account.email);
  return html`
    <h2>${account.name}</h2>
    <p>${account.kind === 'ordinary' ? '' : html`<strong>${account.kind.replaceAll('_', ' ')}.</strong> `}
      ${watches === 0 ? 'No program is notified of changes.' : `${watches} program(s) are notified of changes.`} Times are in UTC.</p>
    <table>
      <thead><tr><th scope="col">When</th><th scope="col">What</th><th scope="col">Change it</th></tr></thead>
      <tbody>${account.calendar.occurrences(window).map((occurrence) => row(account, occurrence))}</tbody>
    </table>
    <h3>Add a meeting</h3>
    ${addForm(account, provider.name, now)}
    <h3>Access</h3>
    <form method="post" action="${at(account, 'revoke')}"><button>Take back every program’s access</button></form>`;
}

const at = ({ email }: ProviderAccount, what: string): string => `/_test/accounts/${encodeURIComponent(email)}/${what}`;

const shownTime = (instant: Instant): string => isoOf(instant).slice(0, 16).replace('T', ' ');

const row = (account: ProviderAccount, occurrence: CalendarOccurrence): Html => html`<tr>
  <td>${occurrence.isAllDay ? isoOf(occurrence.startsAt).slice(0, 10) : shownTime(occurrence.startsAt)}</td>
  <td>${occurrence.title ?? '(no title)'}${occurrence.recurring ? ' ↻' : ''}${occurrence.isPrivate ? ' (private)' : ''}
    <br><small>${occurrence.conferenceUrl ?? occurrence.location ?? ''}</small></td>
  <td>
    ${button(account, occurrence, 'later', 'An hour later')}
    ${button(account, occurrence, 'remove', 'Cancel')}
    ${occurrence.recurring ? button(account, occurrence, 'remove', 'Cancel the series', true) : ''}
  </td>
</tr>`;

const button = (
  account: ProviderAccount,
  occurrence: CalendarOccurrence,
  action: string,
  says: string,
  whole = false,
): Html => html`<form method="post" action="${at(account, 'calendar')}">
  <input type="hidden" name="do" value="${action}">
  <input type="hidden" name="id" value="${occurrence.eventId}">
  <input type="hidden" name="starts_at" value="${isoOf(occurrence.startsAt)}">
  ${occurrence.recurring ? html`<input type="hidden" name="original_starts_at" value="${isoOf(occurrence.originalStartsAt)}">` : ''}
  ${whole ? html`<input type="hidden" name="whole" value="true">` : ''}
  <button aria-label="${says}: ${occurrence.title ?? 'no title'}">${says}</button>
</form>`;

function addForm(account: ProviderAccount, provider: ProviderName, now: Instant): Html {
  const soon = isoOf((now - (now % HOUR_MS) + 2 * HOUR_MS) as Instant).slice(0, 16);
  return html`<form method="post" action="${at(account, 'calendar')}">
    <input type="hidden" name="do" value="add">
    <label>Title <input name="title" value="A meeting" required></label>
    <label>Starts (UTC) <input type="datetime-local" name="starts_at" value="${soon}" required></label>
    <label>Link <input type="url" name="conference_url" value="${SAMPLE_LINKS[provider]}"></label>
    <label>Location <input name="location"></label>
    <label>Guests, by address <input name="guests"></label>
    <label>Repeats <select name="rule">
      <option value="">never</option>
      <option value="FREQ=DAILY">every day</option>
      <option value="FREQ=WEEKLY">every week</option>
    </select></label>
    <button>Add it</button>
  </form>`;
}

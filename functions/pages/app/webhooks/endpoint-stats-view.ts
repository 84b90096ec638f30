import { html } from 'hono/html';
import { type Bar, barChart } from '#shared/api/page-kit/bar-chart';
import { dateTime, type Markup, table } from '#shared/api/page-kit/components';
import type { Table } from '#shared/foundation/core/table';
import { type Instant, isoOf } from '#shared/foundation/core/time';
import type { WebhookEndpoint } from '#shared/webhooks/endpoints/rules/webhook-endpoint';
import { type EndpointStats, statsOf, statsSpan, summaryOf } from '#shared/webhooks/stats/rules/endpoint-stats';
import { findCounts } from '#shared/webhooks/stats/stats-store';

/** The last 24 hours of one endpoint: a chart of its attempts, with its numbers in a table. */
export async function endpointStatsView(rows: Table, { id, url }: WebhookEndpoint, now: Instant): Promise<Markup> {
  const span = statsSpan({}, now);
  const counts = await findCounts(rows, id, span);
  const total = summaryOf(span.from, counts);
  if (total.attempts === 0) return html`<p class="none">No attempts at ${url} in the last 24 hours.</p>`;
  return chartOf(url, total, statsOf(span, counts));
}

function chartOf(url: string, total: EndpointStats, stats: readonly EndpointStats[]): Markup {
  return html`${barChart({
    summary: `${attemptsText(total)} at ${url} in the last 24 hours, by hour: ${total.responses['2xx']} acknowledged, ${missedOf(total)} not.`,
    caption: `Last 24 hours: ${attemptsText(total)}`,
    good: 'Acknowledged',
    bad: 'Not acknowledged',
    bars: stats.map(barOf),
  })}
<details><summary>Show the numbers</summary>
${table({
  caption: 'Attempts by hour, newest first',
  columns: ['Hour', 'Attempts', 'Acknowledged', 'Events delivered', 'Events failed', 'Median', '95 %'],
  rows: [...stats].reverse().map(cellsOf),
  empty: '',
})}
</details>`;
}

const attemptsText = ({ attempts }: EndpointStats): string => (attempts === 1 ? '1 attempt' : `${attempts} attempts`);

const missedOf = ({ attempts, responses }: EndpointStats): number => attempts - responses['2xx'];

const barOf = (stats: EndpointStats): Bar => ({
  label: `${isoOf(stats.startsAt).slice(11, 16)} UTC: ${stats.responses['2xx']} acknowledged, ${missedOf(stats)} not`,
  good: stats.responses['2xx'],
  bad: missedOf(stats),
});

const cellsOf = ({ startsAt, attempts, delivered, failed, p50Ms, p95Ms, responses }: EndpointStats) => [
  dateTime(startsAt),
  attempts,
  responses['2xx'],
  delivered,
  failed,
  milliseconds(p50Ms),
  milliseconds(p95Ms),
];

const milliseconds = (value: number | null): string => (value === null ? 'None' : `${value} ms`);

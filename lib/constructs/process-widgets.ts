import { Stack } from 'aws-cdk-lib';
import { type Dashboard, LogQueryVisualizationType, LogQueryWidget } from 'aws-cdk-lib/aws-cloudwatch';
import { API_GROUPS } from '../api-groups.ts';
import type { StageConfig } from '../config.ts';
import { PAGE_GROUPS } from '../page-groups.ts';
import { logGroupNameOf, NodeFunction } from './node-function.ts';

/** By the log lines of `invocationObserver`. A query costs only when the dashboard is open. */
const BY_FUNCTION = [
  'fields @timestamp',
  'filter report = "process"',
  'stats count(initMs) as coldStarts, pct(initMs, 50) as initP50Ms, pct(initMs, 99) as initP99Ms, max(peakMemoryMb) as peakMb, max(memoryMb) as ofMb by @log',
  'sort initP99Ms desc',
];

/**
 * Adds the part of the dashboard about cold starts and memory, by function: those of its stack, and those of the API,
 * whose stack comes later, so that their log groups are named and not referred to.
 */
export function addProcessWidgets(dashboard: Dashboard, config: StageConfig): void {
  const groups = Object.keys(API_GROUPS).map((name) => `api/${name}`);
  const entries = [...groups, 'api/fallback', ...Object.values(PAGE_GROUPS).map(({ entry }) => entry)];
  const workers = Stack.of(dashboard)
    .node.findAll()
    .filter((construct) => construct instanceof NodeFunction);
  dashboard.addWidgets(
    table(
      'Cold starts and memory: API and pages',
      entries.map((entry) => logGroupNameOf(config, entry)),
    ),
    table(
      'Cold starts and memory: workers',
      workers.map(({ logGroup }) => logGroup.logGroupName),
    ),
  );
}

const table = (title: string, logGroupNames: string[]): LogQueryWidget =>
  new LogQueryWidget({
    title,
    queryLines: BY_FUNCTION,
    logGroupNames,
    view: LogQueryVisualizationType.TABLE,
    width: 12,
    height: 8,
  });

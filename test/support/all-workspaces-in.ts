import { type AllWorkspaces, allWorkspaces } from '#bin/operator/all-workspaces';
import { documentClientOver } from '#test/doubles/dynamodb/table-over';
import type { World } from '#test/support/api';

/** The workspaces of an in-memory table, scanned as an operator's command scans them. */
export const allWorkspacesIn = (dynamo: World['dynamo']): AllWorkspaces =>
  allWorkspaces(documentClientOver(dynamo), 'main');

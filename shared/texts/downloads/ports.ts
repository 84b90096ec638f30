import type { WorkspaceId } from '#shared/foundation/core/ids';

/** An object of the bucket of access logs. */
export interface AccessLogFile {
  readonly bucket: string;
  readonly key: string;
}

/** Logs of the requests to the bucket of files, as S3 delivers them: within hours, best effort, in no order. */
export interface AccessLogs {
  /** Line by line, as they arrive; of one that is longer than any S3 writes, an empty one. Throws where it cannot be read. */
  lines(file: AccessLogFile): AsyncIterable<string>;
}

/** 429 where a workspace, or all workspaces of its founder together, downloaded as much as they may in a day (UTC). */
export type RefuseMoreDownloads = (workspace: WorkspaceId) => Promise<void>;

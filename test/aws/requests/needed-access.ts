import type { AccessRequest } from '#test/aws/iam/policy';
import type { ResourceId } from '#test/aws/templates/stage-templates';

/** A resource of the stacks, and what its ARN goes on with. */
export interface NamedResource {
  readonly id: ResourceId;
  readonly suffix: string;
}

/** One action that a request needs to be allowed. */
export interface NeededAccess extends Pick<AccessRequest, 'action' | 'context'> {
  readonly resource: NamedResource;
}

/** What a request needs; undecidable where it is not known here. */
export type Needs = readonly NeededAccess[] | { readonly undecidable: string };

/** What the recorded stack has. */
export interface RecordedStack {
  /** The resource of one of these types with this name; throws without one. */
  readonly find: (name: string, ...types: readonly string[]) => ResourceId;
  /** The name of the partition key of the table, or of one of its indexes. */
  readonly partitionKey: (index?: string) => string;
}

import type { MemberId, WorkspaceId } from '#shared/core/ids';
import type { Member } from '#shared/members/rules/member';

/**
 * A member who appeared or went: persons on meetings are to say so. A type and not an interface, since it is kept as
 * the content of a job; that holds no address, but the mark that lists find it by.
 */
export type PersonNaming = {
  readonly workspaceId: WorkspaceId;
  readonly memberId: MemberId;
  readonly mark: string;
};

/** The job that has the meetings follow; none for a member without an email, whom nothing tells from others. */
export const personsFollow = (
  { id: memberId, workspaceId, email }: Member,
  markOf: (email: string) => string,
): readonly { readonly type: 'job.person_naming'; readonly content: PersonNaming }[] =>
  email === null ? [] : [{ type: 'job.person_naming', content: { workspaceId, memberId, mark: markOf(email) } }];

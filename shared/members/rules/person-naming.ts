import type { MemberId, WorkspaceId } from '#shared/core/ids';
import type { Member } from '#shared/members/rules/member';

/**
 * A member who was created or removed: `member_id` of the persons on meetings has to be updated. A type and not an
 * interface, since it is stored as the content of a job. It holds no email address, only the mark by which lists find it.
 */
export type PersonNaming = {
  readonly workspaceId: WorkspaceId;
  readonly memberId: MemberId;
  readonly mark: string;
};

/** The job that updates the meetings; none for a member without an email, who cannot be identified on a meeting. */
export const personsFollow = (
  { id: memberId, workspaceId, email }: Member,
  markOf: (email: string) => string,
): readonly { readonly type: 'job.person_naming'; readonly content: PersonNaming }[] =>
  email === null ? [] : [{ type: 'job.person_naming', content: { workspaceId, memberId, mark: markOf(email) } }];

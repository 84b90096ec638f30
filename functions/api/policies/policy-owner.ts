import type { PolicyOwner } from '#shared/api/contracts/policies';
import { found, type Place, type Places } from '#shared/api/places';
import type { UserId } from '#shared/domain/ids';
import type { Member } from '#shared/domain/members/member';
import { notFound } from '#shared/domain/refusal';
import type { Loaded } from '#shared/ports/changes';
import type { MemberStore } from '#shared/ports/stores';

export interface OwnerNeeds {
  readonly members: MemberStore;
  readonly places: Places;
}

/** Whose policy it is, and where. */
export interface Owner {
  readonly place: Place | undefined;
  readonly member?: Loaded<Member>;
}

export const policyMember = async ({ members }: OwnerNeeds, owner: PolicyOwner): Promise<Loaded<Member> | undefined> =>
  'memberId' in owner ? members.find(owner.memberId) : undefined;

export async function ownerOf(
  { places }: OwnerNeeds,
  user: UserId,
  owner: PolicyOwner,
  member: Promise<Loaded<Member> | undefined>,
): Promise<Owner> {
  if ('workspace' in owner) return { place: await places.named(user, owner.workspace) };
  const { resource, place } = await found(places, user, member, 'policy');
  if (!resource) throw notFound('policy');
  return { place, member: resource };
}

import type { UserId } from '#shared/core/ids';
import { notFound } from '#shared/core/refusal';
import type { Loaded } from '#shared/core/store';
import type { MemberStore } from '#shared/events/ports/stores';
import { found, type Place, type Places } from '#shared/http/places';
import type { Member } from '#shared/members/rules/member';
import type { PolicyOwner } from '#shared/settings/policies/contract';

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

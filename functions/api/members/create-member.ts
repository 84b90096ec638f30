import type * as v from 'valibot';
import type { MemberStore, SettingsStore } from '#shared/events/ports/stores';
import { operation } from '#shared/http/operation';
import { type Places, permitted } from '#shared/http/places';
import {
  type CreatedMember,
  type createMember as createCommand,
  memberWith,
} from '#shared/members/commands/create-member';
import { createMemberContract } from '#shared/members/contract';
import { presentMemberTo } from './present-member-to.ts';

interface Needs {
  readonly members: MemberStore;
  readonly settings: SettingsStore;
  readonly places: Places;
  readonly create: ReturnType<typeof createCommand>;
}

/** POST /members: 200 with the member who has the email already, as it is. */
export const createMember = (needs: Needs) =>
  operation(createMemberContract, {
    ahead: ({ userId, body }) => ({
      place: needs.places.named(userId, body.workspace_id),
      seen: memberSeen(needs, body),
    }),
    async run({ ahead, caller, body, once }) {
      const { settings, create } = needs;
      const { workspace } = permitted(await ahead.place, 'administer');
      const { name, email, metadata } = body;
      const seen = await ahead.seen;
      return once(
        async ({ member, isNew }: CreatedMember) => ({
          status: isNew ? 201 : 200,
          body: await presentMemberTo(caller, settings, workspace.state, member),
        }),
        (keep) => create(workspace.state.id, { name, email, metadata }, seen, keep),
      );
    },
  });

type Body = v.InferOutput<typeof createMemberContract.body>;

const memberSeen = async ({ members, places }: Needs, { workspace_id, email }: Body) =>
  memberWith(members, await places.idNamed(workspace_id), email);

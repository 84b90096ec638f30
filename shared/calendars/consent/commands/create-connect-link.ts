import { type ConnectLink, linkEndsAt } from '#shared/calendars/consent/rules/connect-link';
import { connectLinks } from '#shared/calendars/consent/store';
import { command } from '#shared/foundation/commands/command';
import type { CommandContext } from '#shared/foundation/commands/context';
import type { WorkspaceId } from '#shared/foundation/core/ids';
import type { OneTimeSecrets } from '#shared/foundation/core/secrets';

interface LinkContext extends CommandContext {
  readonly secrets: OneTimeSecrets;
}

export type NewConnectLink = Pick<
  ConnectLink,
  'whose' | 'provider' | 'emailMatch' | 'returnUrl' | 'state' | 'returnNamesMember' | 'metadata'
>;

export interface CreatedConnectLink {
  readonly link: ConnectLink;
  /** Part of the link's address. Only its digest is stored. */
  readonly secret: string;
}

/** Creates a link whose address cannot be guessed: it carries a secret of 256 random bits. */
export const createConnectLink = command(
  async (context: LinkContext, workspaceId: WorkspaceId, wanted: NewConnectLink): Promise<CreatedConnectLink> => {
    const at = context.clock.now();
    const secret = context.secrets.make();
    const link: ConnectLink = {
      ...wanted,
      id: context.ids.make('ccl'),
      workspaceId,
      secretDigest: context.secrets.digest(secret),
      used: null,
      createdAt: at,
      expiresAt: linkEndsAt(at),
    };
    const result = { link, secret };
    const limits = [context.useOf('connect_links', workspaceId, at)];
    await context.changes.save({ at, writes: [connectLinks.put(undefined, link)], limits, result });
    return result;
  },
);

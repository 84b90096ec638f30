import type { CommandContext } from '#shared/foundation/commands/context';
import type { UserId } from '#shared/foundation/core/ids';
import { Refusal } from '#shared/foundation/core/refusal';
import type { ReceiverValidator } from '#shared/webhooks/addresses/validate-receiver';

interface AcceptContext extends Pick<CommandContext, 'clock' | 'limitCounter' | 'useOf'> {
  readonly validateReceiver: ReceiverValidator;
}

interface Asked {
  readonly url: string;
  /** Who asks for it. */
  readonly userId: UserId;
  /** Throws what else refuses the request, so that nothing is looked up for it. */
  readonly refuse?: () => void;
}

/**
 * The URL of an endpoint in the form that is stored and sent to. The request waits for the look-up of its host, so that is
 * counted for the user first, and whatever comes of it. 422 for a URL that is refused, 429 over the limit.
 */
export const acceptReceiver =
  ({ validateReceiver, clock, limitCounter, useOf }: AcceptContext) =>
  async ({ url, userId, refuse }: Asked): Promise<string> => {
    const validation = await validateReceiver(url, async () => {
      refuse?.();
      await limitCounter.take(useOf('receiver_lookups', userId, clock.now()));
    });
    if ('fault' in validation) throw new Refusal('unprocessable', [validation.fault]);
    return validation.accepted;
  };

import type { Instant } from '#shared/foundation/core/time';
import { aProviderCalendar } from '#test/doubles/calendar-providers/calendar/a-provider-calendar';
import type {
  OAuthClient,
  ProviderName,
  ProviderOptions,
  TestProvider,
} from '#test/doubles/calendar-providers/test-provider';
import { anAccountBook } from './accounts.ts';
import { type Chance, seededRandom, someChance } from './chance.ts';
import { someFaults } from './faults.ts';
import { aGrantBook, type TokenForm } from './grant-book.ts';
import { aNotificationSender } from './notification-sender.ts';
import { aRequestLog } from './request-log.ts';

interface IdForm {
  readonly newSubject: (chance: Chance) => string;
  readonly newEventId: (chance: Chance) => string;
  readonly icalUidOf: (id: string) => string;
  readonly splitIdOf: (id: string, from: Instant, chance: Chance) => string;
}

interface Parts {
  readonly name: ProviderName;
  readonly options: ProviderOptions & { readonly origin: string };
  readonly tokens: TokenForm;
  readonly ids: IdForm;
}

/** Everybody may know these: they open nothing but a test provider. */
export const TEST_CLIENT: OAuthClient = {
  clientId: 'rapporteur-test-client',
  clientSecret: 'not-a-secret-of-a-test-provider',
};

/** What both providers are made of. */
export function providerParts({ name, options, tokens, ids }: Parts) {
  const {
    clock,
    origin,
    random = seededRandom(1),
    send = fetch,
    notifies = 'when told',
    clients = [TEST_CLIENT],
  } = options;
  const chance = someChance(random);
  const listeners: ((email: string, change: Parameters<Listener>[0]) => void)[] = [];
  const grants = aGrantBook({ clock, chance, form: tokens });
  const accounts = anAccountBook({
    newSubject: () => ids.newSubject(chance),
    newCalendar: (owner) => {
      const newId = () => ids.newEventId(chance);
      const splitIdOf = (id: string, from: Instant) => ids.splitIdOf(id, from, chance);
      const calendar = aProviderCalendar({ owner, clock, newId, icalUidOf: ids.icalUidOf, splitIdOf });
      calendar.onChange((change) => {
        for (const listener of listeners) listener(owner.email, change);
      });
      return calendar;
    },
  });
  const faults = someFaults();
  const requests = aRequestLog();
  const notifications = aNotificationSender({ send, atOnce: notifies === 'at once' });

  const asProvider = {
    name,
    origin,
    clients,
    accounts: accounts.all,
    addAccount: accounts.add,
    account: accounts.account,
    setKind: accounts.setKind,
    expireAccessTokens: grants.expireAccessTokens,
    faults,
    requests,
    notifications,
  } satisfies Partial<TestProvider>;

  return {
    accounts,
    grants,
    chance,
    faults,
    requests,
    notifications,
    clients,
    send,
    asProvider,
    onChange: (listener: (typeof listeners)[number]) => listeners.push(listener),
    grant(email: string, scopes: readonly string[]) {
      const [client = TEST_CLIENT] = clients;
      const grant = grants.open({ email: accounts.account(email).email, clientId: client.clientId, scopes });
      return { refreshToken: grants.refreshFor(grant), accessToken: grants.accessFor(grant) };
    },
  };
}

type Listener = Parameters<ReturnType<typeof aProviderCalendar>['onChange']>[0];

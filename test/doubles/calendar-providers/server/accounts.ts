import type { ProviderCalendar } from '#test/doubles/calendar-providers/calendar/provider-calendar';
import type { AccountKind, NewAccount, ProviderAccount } from '#test/doubles/calendar-providers/test-provider';
import { CannotDo } from './cannot-do.ts';

export type AccountBook = ReturnType<typeof anAccountBook>;

interface Making {
  readonly newSubject: () => string;
  readonly newCalendar: (account: { readonly email: string; readonly name: string }) => ProviderCalendar;
}

/** Who has an account; addresses are found in any case. */
export function anAccountBook({ newSubject, newCalendar }: Making) {
  const accounts = new Map<string, ProviderAccount>();
  const find = (email: string) => accounts.get(email.trim().toLowerCase());
  const account = (email: string): ProviderAccount => {
    const found = find(email);
    if (!found) throw new CannotDo(`There is no account ${email}`);
    return found;
  };
  return {
    add({ email, name = nameFrom(email), kind = 'ordinary' }: NewAccount): ProviderAccount {
      const added = { email, name, kind, subject: newSubject(), calendar: newCalendar({ email, name }) };
      accounts.set(email.trim().toLowerCase(), added);
      return added;
    },
    all: () => [...accounts.values()],
    find,
    account,
    setKind(email: string, kind: AccountKind): void {
      accounts.set(email.trim().toLowerCase(), { ...account(email), kind });
    },
  };
}

/** `ada.lovelace@example.com` is Ada Lovelace. */
const nameFrom = (email: string): string =>
  email
    .slice(0, email.indexOf('@'))
    .split(/[._-]+/)
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join(' ');

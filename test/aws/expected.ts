import type { RecordedNeed } from './check/recorded-needs.ts';

/** What only the local stack asks of AWS, and why: it enforces no permission, and no other stage may do it. */
const LOCAL_ONLY: readonly { readonly caller: string; readonly partition: string; readonly why: string }[] = [
  {
    caller: 'pages-app',
    partition: 'OUTBOX#',
    why: 'the page /app/outbox shows the mail that a local stack keeps instead of sending it',
  },
];

export const isLocalOnly = ({ caller, context }: RecordedNeed): boolean =>
  LOCAL_ONLY.some(
    (only) =>
      only.caller === caller && (context['dynamodb:LeadingKeys'] ?? []).some((key) => key.startsWith(only.partition)),
  );

/** Functions that ask nothing of AWS in a recording, and why. */
export const NEVER_EXERCISED: Readonly<Record<string, string>> = {
  'api-documents': 'it serves documents of its bundle, and has no permission',
  'hooks-recorder-notifications': 'the recorder of a local stack is the simulator, which sends no notifications',
  'triggers-custom-message': 'the emulator calls no triggers of a user pool',
  'triggers-pre-sign-up': 'the emulator calls no triggers of a user pool',
};

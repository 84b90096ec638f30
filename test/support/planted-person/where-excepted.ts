import { type Finding, placesOf } from './find-person.ts';

/** Where a person may still stand once they are erased, as `docs/api/privacy.md` says. */
export const EXCEPTED: readonly RegExp[] = [
  // A user of the workspace, or one who is invited, is no person of its meetings.
  /^table (?:workspace_membership|invitation): /,
  /^table mail: mbr_ MAIL#invited/,
  // The URL of a feed is a secret that the partner wrote.
  /^table calendar_sync: cfd_ SYNC\.state\.sealedGrant\(sealed\) /,
];

/** Rows that expire by themselves, the last after 31 days. */
const EXPIRING: readonly RegExp[] = [
  /^table answer: /,
  /^table connect_link: /,
  /^table kept_mail: /,
  /^table job: .*\(hash\)$/,
  /^table LIMIT#.*\(hash\)$/,
];

export const ANYWHERE: readonly RegExp[] = [...EXCEPTED, ...EXPIRING];

/** Places of findings that are none of these. */
export const placesBut = (findings: readonly Finding[], excepted: readonly RegExp[]): readonly string[] =>
  placesOf(findings).filter((place) => !excepted.some((one) => one.test(place)));

/** Ids are opaque to callers; in the code, each kind is a type of its own. Prefixes: docs/limits-and-rules.md#ids. */
type Id<Prefix extends string> = `${Prefix}_${string}` & { readonly __id: Prefix };

export type UserId = Id<'usr'>;
export type WorkspaceId = Id<'wks'>;
export type MemberId = Id<'mem'>;
export type MembershipId = Id<'mbr'>;
export type MeetingId = Id<'mtg'>;
export type BotId = Id<'bot'>;
export type CalendarEventId = Id<'cev'>;
export type CalendarConnectionId = Id<'cal'>;
export type CalendarFeedId = Id<'cfd'>;
/** A calendar that is kept in sync: a connection or a feed. */
export type CalendarId = CalendarConnectionId | CalendarFeedId;
export type SettingsId = Id<'set'>;
export type AssignmentId = Id<'asg'>;
export type FileId = Id<'file'>;
export type BrandKitId = Id<'brk'>;
export type TemplateId = Id<'tpl'>;
export type ConversationId = Id<'con'>;
export type ExportId = Id<'exp'>;
export type FolderId = Id<'fol'>;
export type OrderId = Id<'ord'>;
export type PersonId = Id<'per'>;
export type CompanyId = Id<'com'>;
export type StyleGuideId = Id<'sty'>;
export type SummaryId = Id<'sum'>;
export type UploadId = Id<'upl'>;
export type GlossaryId = Id<'glo'>;
export type OperationId = Id<'opr'>;
export type IngestionId = Id<'ing'>;
export type WebhookEndpointId = Id<'whe'>;
export type ConnectLinkId = Id<'ccl'>;
export type AuditEventId = Id<'aud'>;
/** The id partners see: one for each event and endpoint. */
export type DeliveryId = Id<'evt'>;
/** The id of an outbox row; never shown. */
export type OutboxId = Id<'out'>;

export interface IdsByPrefix {
  usr: UserId;
  wks: WorkspaceId;
  mem: MemberId;
  mbr: MembershipId;
  mtg: MeetingId;
  bot: BotId;
  cev: CalendarEventId;
  cal: CalendarConnectionId;
  cfd: CalendarFeedId;
  set: SettingsId;
  asg: AssignmentId;
  file: FileId;
  brk: BrandKitId;
  tpl: TemplateId;
  con: ConversationId;
  exp: ExportId;
  fol: FolderId;
  ord: OrderId;
  per: PersonId;
  com: CompanyId;
  sty: StyleGuideId;
  sum: SummaryId;
  upl: UploadId;
  glo: GlossaryId;
  opr: OperationId;
  ing: IngestionId;
  whe: WebhookEndpointId;
  ccl: ConnectLinkId;
  aud: AuditEventId;
  evt: DeliveryId;
  out: OutboxId;
}
export type IdPrefix = keyof IdsByPrefix;

/** Something with an id of its own. */
export interface Identified {
  readonly id: IdsByPrefix[IdPrefix];
}
/** The prefix of the ids of a state. */
export type PrefixOf<State extends Identified> = State['id']['__id'];
export type IdOf<State extends Identified> = IdsByPrefix[PrefixOf<State>];

/** The id of a state, as its entity takes it. */
export const idIn = <State extends Identified>({ id }: State): IdOf<State> => id as IdOf<State>;

const SUFFIX = /^[0-7][0-9a-hjkmnp-tv-z]{25}$/;

/** The id, when the text has the form of one of this kind; whether it exists is another question. */
export function idOf<Prefix extends IdPrefix>(prefix: Prefix, text: unknown): IdsByPrefix[Prefix] | undefined {
  if (typeof text !== 'string' || !text.startsWith(`${prefix}_`)) return undefined;
  return SUFFIX.test(text.slice(prefix.length + 1)) ? (text as IdsByPrefix[Prefix]) : undefined;
}

/** The id of a calendar of either kind. */
export const calendarIdOf = (text: unknown): CalendarId | undefined => idOf('cal', text) ?? idOf('cfd', text);

/** Makes new ids, sortable by the moment they were made (TypeID: 48 bits of milliseconds, then random). */
export interface IdMaker {
  make<Prefix extends IdPrefix>(prefix: Prefix): IdsByPrefix[Prefix];
}

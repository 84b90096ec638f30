import type { MailJob, MailKind, Recipient } from '#shared/accounts/mail/rules/mail';
import type { Workspace } from '#shared/accounts/workspaces/rules/workspace';
import type { WorkspaceId } from '#shared/foundation/core/ids';
import type { Instant } from '#shared/foundation/core/time';

/** What a mail says. */
export interface MailContent {
  /** One line. */
  readonly subject: string;
  /** A whole document, everything in it escaped. */
  readonly html: string;
  /** The same as plain text. */
  readonly text: string;
}

export interface OutgoingMail extends MailContent {
  /** Identifies the mail: one resource, occasion and address. Holds no address. */
  readonly id: string;
  readonly kind: MailKind;
  readonly workspaceId: WorkspaceId;
  /** Its group is handed on with bounces and complaints of the mail. */
  readonly to: Recipient;
  /** The display name of the sender; its address is the deployment's. */
  readonly fromName: string;
  /** Shows a page on GET and unsubscribes on POST (RFC 8058). */
  readonly unsubscribeUrl: string;
}

/** Hands mail to the service that sends it. */
export interface Mailer {
  /**
   * `rejected`: this mail will never be accepted. Throws `MailNotAccepted` where it was certainly not accepted, but may be
   * later, and `MailDenied` where no mail of the deployment is accepted until an operator acts; any other error leaves
   * open whether it was sent, so the caller does not send it again.
   */
  send(mail: OutgoingMail, at: Instant): Promise<'sent' | 'rejected'>;
}

/** The mail service takes no mail for now, and has not taken this one: it is sent again later. */
export class MailNotAccepted extends Error {
  override readonly name = 'MailNotAccepted';
}

/** The mail service takes no mail of this deployment, and has not taken this one: an operator has to act. */
export class MailDenied extends Error {
  override readonly name = 'MailDenied';
}

/** Who gets mail, and what it says. */
export interface ComposedMail {
  readonly fromName: string;
  /** In any order; repeated addresses get one mail. */
  readonly recipients: readonly Recipient[];
  /** Keeps that the mail is not sent, over a limit or to an address that takes none, where that is shown. May be repeated. */
  notSent?(): Promise<void>;
  /** Pure. */
  write(recipient: Recipient, unsubscribeUrl: string): MailContent;
}

/**
 * Composes the mail of one kind when it is about to be sent; undefined where there is nothing to send any more. May be
 * called several times for one job, and may then give other recipients.
 */
export type MailComposer = (job: MailJob, workspace: Workspace) => Promise<ComposedMail | undefined>;

/** The composer of each kind of mail. */
export type MailComposers = Readonly<Partial<Record<MailKind, MailComposer>>>;

/** Providers that give addresses at their own domains to anyone. */
export interface MailProviders {
  /** Whether a domain, in lower case, is one of theirs. */
  has(domain: string): boolean;
}

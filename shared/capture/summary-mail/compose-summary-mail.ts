import type { MailComposer, MailProviders } from '#shared/accounts/mail/ports';
import { senderFor } from '#shared/accounts/mail/rules/mail';
import { readMailTrust } from '#shared/accounts/workspaces/mail-trust-store';
import type { MailTrust } from '#shared/accounts/workspaces/rules/mail-trust';
import { confirmedAddresses } from '#shared/capture/summary-mail/confirmed-addresses';
import { lookOf, type MailLook } from '#shared/capture/summary-mail/rules/mail-look';
import { addressesToConfirm, summaryRecipients } from '#shared/capture/summary-mail/rules/mail-recipients';
import { writeSummaryMail } from '#shared/capture/summary-mail/rules/write-summary-mail';
import type { Clock } from '#shared/foundation/core/clock';
import { idOf } from '#shared/foundation/core/ids';
import type { Table } from '#shared/foundation/core/table';
import type { FileLinks } from '#shared/foundation/files/ports';
import { files } from '#shared/foundation/files/store';
import { type BrandKit, imageAt, isFor } from '#shared/meetings/brand-kits/rules/brand-kit';
import { brandKits } from '#shared/meetings/brand-kits/store';
import type { Meeting } from '#shared/meetings/meetings/rules/meeting';
import { shownRecording } from '#shared/meetings/meetings/rules/results-status';
import { meetings } from '#shared/meetings/meetings/store';
import type { ResultsStorage } from '#shared/meetings/results/ports';
import type { Summary } from '#shared/meetings/results/rules/results';

interface Needs {
  readonly table: Table;
  readonly clock: Clock;
  readonly results: Pick<ResultsStorage, 'summary'>;
  /** Links to the logo: mail is read for longer than a link of storage lives. */
  readonly links: FileLinks;
  readonly mailProviders: MailProviders;
  /** Origin of the pages. */
  readonly appUrl: string;
  /** An IANA zone, for dates. */
  readonly zone: string;
}

/**
 * Composes the mail with the summary of a meeting, by the settings that the meeting has. Undefined where the meeting or
 * its summary is gone, and where it mails to no one.
 */
export const composeSummaryMail =
  (needs: Needs): MailComposer =>
  async ({ about }, workspace) => {
    const id = idOf('mtg', about);
    const meeting = id && (await meetings.find(needs.table, id))?.state;
    if (!meeting || meeting.workspaceId !== workspace.id) return undefined;
    const trust = await readMailTrust(needs.table, workspace, needs.mailProviders);
    const setting = meeting.settings.values['summary.email'];
    const asked = addressesToConfirm(meeting, setting, trust);
    const confirmed = await confirmedAddresses(needs.table, workspace.id, asked);
    const recipients = summaryRecipients(meeting, setting, { trust, confirmed });
    const summary = recipients.length > 0 ? await summaryOf(needs, meeting) : undefined;
    if (!summary) return undefined;
    const mail = {
      title: meeting.title,
      startedAt: shownRecording(meeting)?.startedAt ?? meeting.startsAt,
      durationSeconds: shownRecording(meeting)?.results.durationSeconds ?? null,
      isDoubtful: shownRecording(meeting)?.results.transcriptOutcome === 'doubtful',
      zone: needs.zone,
      sender: workspace.name,
      summary,
      look: await lookFor(needs, meeting, trust),
    };
    return {
      fromName: senderFor(workspace.name),
      recipients,
      write: (_recipient, unsubscribeUrl) => writeSummaryMail({ ...mail, unsubscribeUrl }),
    };
  };

async function summaryOf({ results }: Needs, meeting: Meeting): Promise<Summary | undefined> {
  const shown = shownRecording(meeting);
  if (shown?.results.summary !== 'ready') return undefined;
  return results.summary({ workspaceId: meeting.workspaceId, botId: shown.botId });
}

/** By the brand kit of the meeting; the default look where the kit is gone or no longer for this workspace. */
async function lookFor(needs: Needs, meeting: Meeting, trust: MailTrust): Promise<MailLook> {
  const id = idOf('brk', meeting.settings.values['branding.brand_kit_id']);
  const found = id && (await brandKits.find(needs.table, id))?.state;
  const kit = found && isFor(found, meeting.workspaceId) ? found : undefined;
  return lookOf(kit, {
    meetingId: meeting.id,
    meetingUrl: `${needs.appUrl}/app/meetings/${meeting.id}`,
    logoUrl: kit ? await logoOf(needs, kit) : null,
    trust,
  });
}

/** No SVG: Gmail and Outlook do not show it, and it is served as a download only. */
async function logoOf({ table, links, clock }: Needs, kit: BrandKit): Promise<string | null> {
  const image = imageAt(kit, 'email.branded.logo');
  const file = image && (await files.find(table, image.copyId))?.state;
  return file && file.contentType !== 'image/svg+xml' ? links.to(file.id, clock.now()) : null;
}
